"""A round as files for mpirun."""
import pathlib


def text(cluster, gang):
    return "".join(f"{cluster.nodes[node].name} slots={count}\n" for node, count in gang)


def emit(cluster, jobs, placed, folder):
    """Writes FOLDER/JOB.hosts for each gang, of a job in copies JOB.COPY.hosts. Gives the commands' first words, one for each file."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for job in jobs:
        gangs = placed.get(job.number, ())
        for copy, gang in enumerate(gangs):
            path = folder / (f"{job.number}.hosts" if len(gangs) == 1 else f"{job.number}.{copy}.hosts")
            path.write_text(text(cluster, gang), encoding="utf-8")
            lines.append(f"mpirun -n {sum(count for _, count in gang)} --hostfile {path}  # {job.name}")
    return lines
