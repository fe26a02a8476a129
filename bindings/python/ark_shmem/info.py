"""python -m ark_shmem.info [--json]: the environment as ark sees it. Under mpirun or torchrun: of all PEs, printed by PE 0."""
import sys

import numpy

import ark_shmem as ark


def main() -> int:
    if sys.argv[1:] not in ([], ["--json"]):
        sys.exit("usage: python -m ark_shmem.info [--json]")
    with ark.init():
        if sys.argv[1:]:
            text = ark.info_json()
        else:
            text = f"ark_shmem {ark.__version__}, Python {sys.version.split()[0]}, numpy {numpy.__version__}\n{ark.job_info_text()}"
        if ark.my_pe() == 0:
            print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
