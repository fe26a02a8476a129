# Where the headers are installed is not known yet on a first configure, unless asked for here.
include(GNUInstallDirs)
set(example_include "${ark_test_prefix}/${CMAKE_INSTALL_INCLUDEDIR}")

# Every example is built as its own project against the install tree and run under mpirun; its last line is checked.
ark_example_test(01-hello NP 1 OUTPUT "PE 0 of 1 says 100\n$")
ark_example_test(01-hello NP 2 OUTPUT "PE 0 of 2 says 100\nPE 1 of 2 says 101\n$")
ark_example_test(01-hello NP 4 OUTPUT "PE 2 of 4 says 102\nPE 3 of 4 says 103\n$")
set(example_pes 1 2 4)
if(ARK_TEST_LONG)
  set(example_pes 1 2 3 4)
endif()
foreach(np IN LISTS example_pes)
  math(EXPR token "${np} * 5")
  ark_example_test(02-ring NP ${np} ARGS 5 OUTPUT "ring: ${np} PEs, 5 laps, token ${token} ok\n$")
endforeach()
foreach(np IN LISTS example_pes)
  ark_example_test(03-jacobi NP ${np} ARGS 50 60
                   OUTPUT "jacobi: ${np} PEs, 50 x 50, 60 iterations, residual [0-9.e-]+, largest difference 0, 0 wrong ok\n$")
endforeach()
foreach(np IN LISTS example_pes)
  math(EXPR updates "${np} * 20000")
  ark_example_test(04-histogram NP ${np} ARGS 20000 OUTPUT "histogram: ${np} PEs, ${updates} updates, ${updates} counted, 0 wrong bins ok\n$")
  ark_example_test(05-persistent NP ${np} ARGS 200 OUTPUT "persistent: ${np} PEs, 200 items each, .* 0 wrong ok\n$")
  ark_example_test(06-streams NP ${np} ARGS 3 OUTPUT "streams: ${np} PEs, 3 rounds, every element [0-9]+, 0 wrong ok\n$")
  ark_example_test(07-embedding NP ${np} ARGS 101 OUTPUT "embedding: ${np} PEs, 101 samples, 26 tables, largest difference [0-9.e-]+, 0 wrong ok\n$")
endforeach()

# Its losses are those of a serial program by every policy, whatever the route and where parts of the batch differ in size.
ark_example_test(08-training NP 4 ARGS --steps 60
                 OUTPUT "training: 4 PEs, 60 steps, largest difference [0-9.e-]+, accuracy (7[5-9]|[89][0-9]|100) %, 0 wrong ok\n$")
ark_example_test(08-training NP 3 VARIANT queue ENV ARK_ROUTE=queue ARGS --steps 20 --hidden 16 OUTPUT " 0 wrong ok\n$")
if(ARK_TEST_LONG)
  ark_example_test(08-training NP 1 OUTPUT " 0 wrong ok\n$")
  ark_example_test(08-training NP 2 VARIANT workers ENV ARK_CPU_WORKERS=2 OUTPUT " 0 wrong ok\n$")
  ark_example_test(08-training NP 8 VARIANT crowded ARGS --hidden 16 OUTPUT " 0 wrong ok\n$")
endif()
# The control: PEs that train alone.
ark_example_test(08-training NP 2 VARIANT control ARGS --steps 5 --no-exchange OUTPUT " 4 wrong WRONG\n" STATUS 1)

# A server and its load generator: every reply is compared with a serial program's. Without Asio the program skips.
set(serving_folder "${PROJECT_BINARY_DIR}/tests/package/examples/09-serving")
ark_example_test(09-serving NP 2 ARGS "${PROJECT_SOURCE_DIR}/examples/09-serving/short.plan"
                 OUTPUT "^plain,mlp,300,[^$]*^ark,conv,200,[^$]*serving: 2 PEs, every reply ok\n$")
# The control: weights that are overwritten while they serve. The load generator sees mixed versions.
file(WRITE "${serving_folder}.in-place.plan" "wrong rate.mlp=1500 rate.conv=800 seconds=0.5 exchange_ms=4 load=in-place\n")
ark_example_test(09-serving NP 2 VARIANT control ARGS "${serving_folder}.in-place.plan" STATUS 1
                 OUTPUT "request [0-9]+ of (mlp|conv): version [0-9]+ .accepted [^$]*every reply not ok WRONG\n")
ark_example_test(09-serving NP 1 VARIANT usage ARGS "${PROJECT_SOURCE_DIR}/examples/09-serving/short.plan"
                 OUTPUT "usage: mpirun -n 2 serving PLAN; got 1 PEs" STATUS 2)
ark_example_test(09-serving NP 1 VARIANT no_plan ARGS /nowhere OUTPUT "serving: /nowhere: cannot be read" STATUS 1)
file(WRITE "${serving_folder}.bad.plan" "bad data=both\n")  # the server refuses it
ark_example_test(09-serving NP 2 VARIANT refused ARGS "${serving_folder}.bad.plan" STATUS 1
                 OUTPUT "serving: the server answers: error 'data=both'; accepted: data=copy or data=gather")
# Nothing stays: no folder of weights, no load generator. All switches, one at a time, in the short form of the measurement.
set(command "mkdir -p $1 && TMPDIR=$1 perf/bench serve --short --no-docs --build $2 && ! ls -d $1/ark-serving-* 2>/dev/null && ! pgrep -f \"^serving load.*$1\"")
ark_package_test(package.example_09-serving.short INSTALLED TIMEOUT 120
  COMMAND "${package_dir}/run-matching" "^. requests lost or wrong, of [0-9,]+, with [0-9]{2,} exchanges under load . 0 . 0 .$" 0
          sh -c "cd '${PROJECT_SOURCE_DIR}' && ${command}" sh "${serving_folder}.tmp" "${serving_folder}")
set_tests_properties(package.example_09-serving.short PROPERTIES FIXTURES_REQUIRED "ark_installed;ark_example_09-serving"
  ENVIRONMENT "MPIRUN=${MPIEXEC_EXECUTABLE};MPIEXEC_TIMEOUT=110")
ark_example_test(10-checkpoint NP 2 ARGS --verify OUTPUT "checkpoint: 2 PEs, 400 of 400 steps, 0 wrong ok\n$")
ark_example_test(11-fit NP 2 ARGS --verify OUTPUT "fit: 2 PEs, 1000 of 1000 steps, largest difference 0[.]0[0-9]+ ok\n$")
ark_example_test(11-fit NP 2 VARIANT control ARGS --verify --steps 5 OUTPUT "fit: 2 PEs, 5 of 5 steps, largest difference 0[.]9[0-9]+ WRONG\n" STATUS 1)

# The same with more PEs than cores, with everything through the DMA queue, and with two workers per PE.
foreach(name 02-ring 03-jacobi 04-histogram 05-persistent 06-streams 07-embedding)
  ark_example_test(${name} NP 8 VARIANT crowded_queue ENV ARK_ROUTE=queue OUTPUT " ok\n$")
  ark_example_test(${name} NP 2 VARIANT workers ENV ARK_CPU_WORKERS=2 OUTPUT " ok\n$")
  if(ARK_TEST_LONG)
    ark_example_test(${name} NP 8 VARIANT crowded OUTPUT " ok\n$")
    ark_example_test(${name} NP 2 VARIANT queue ENV ARK_ROUTE=queue OUTPUT " ok\n$")
  endif()
endforeach()

# Between hosts: two PEs on each of two, and one on each of four.
if(ARK_HAVE_UCX)
  set(example_hosts 2)
  if(ARK_TEST_LONG)
    set(example_hosts 2 4)
  endif()
  foreach(hosts IN LISTS example_hosts)
    ark_example_test(01-hello NP 4 HOSTS ${hosts} OUTPUT "PE 2 of 4 says 102\nPE 3 of 4 says 103\n$")
    foreach(name 02-ring 03-jacobi 04-histogram 05-persistent 06-streams 07-embedding)
      ark_example_test(${name} NP 4 HOSTS ${hosts} OUTPUT " ok\n$")
    endforeach()
    ark_example_test(08-training NP 4 HOSTS ${hosts} ARGS --steps 20 OUTPUT " 0 wrong ok\n$")
  endforeach()
endif()

# Wrong arguments are refused with what is accepted.
foreach(name 02-ring 04-histogram 05-persistent 06-streams 07-embedding)
  ark_example_test(${name} NP 1 VARIANT usage ARGS 0 OUTPUT "usage: .*a number from 1 to .*, not '0'" STATUS 2)
  ark_example_test(${name} NP 1 VARIANT usage_text ARGS 12x OUTPUT "usage: .*a number from 1 to .*, not '12x'" STATUS 2)
endforeach()
set(made "${PROJECT_SOURCE_DIR}/examples/07-embedding/made.tsv")  # of the Criteo data set's form; 24 lines
ark_example_test(07-embedding NP 2 VARIANT file ARGS 100 "${made}" OUTPUT "embedding: 2 PEs, 24 samples, .* 0 wrong ok\n$")
ark_example_test(07-embedding NP 1 VARIANT no_file ARGS 100 /nowhere OUTPUT "embedding: /nowhere cannot be read, or is empty\n" STATUS 1)
ark_example_test(07-embedding NP 1 VARIANT bad_file ARGS 100 "${CMAKE_CURRENT_LIST_FILE}"
                 OUTPUT "tests.cmake, line 1: accepted: a label, 13 integers and 26 hexadecimal numbers" STATUS 1)
foreach(wrong "--steps 0:--steps is a number from 1 to 1000000, not '0'" "--batch 9x:--batch is a number from 1 to 65536, not '9x'"
              "--policy lifo:--policy is one of fifo, p3, .*, not 'lifo'" "--polite:'--polite' is not accepted")
  string(REGEX MATCH "^(-[^:]*):(.*)$" matched "${wrong}")
  string(REPLACE " " ";" arguments "${CMAKE_MATCH_1}")
  string(REGEX MATCH "[a-z]+" option "${CMAKE_MATCH_1}")
  ark_example_test(08-training NP 1 VARIANT usage_${option} ARGS ${arguments} OUTPUT "usage: .*${CMAKE_MATCH_2}" STATUS 2)
endforeach()
set(made "${PROJECT_SOURCE_DIR}/examples/08-training/made.csv")  # 48 digits of 8 x 8
ark_example_test(08-training NP 2 VARIANT file ARGS --policy p3 --steps 40 "${made}" OUTPUT "accuracy ([5-9][0-9]|100) %, 0 wrong ok\n$")
ark_example_test(08-training NP 1 VARIANT no_file ARGS /nowhere OUTPUT "training: /nowhere cannot be read, or has less than 4 lines\n" STATUS 1)
ark_example_test(08-training NP 1 VARIANT bad_file ARGS "${CMAKE_CURRENT_LIST_FILE}"
                 OUTPUT "tests.cmake, line 1: accepted: a label from 0 to 99 and 1 to 65536 numbers, as many as in line 1" STATUS 1)
ark_example_test(03-jacobi NP 2 VARIANT usage ARGS 3 OUTPUT "usage: jacobi .*got 3, 100" STATUS 2)

# The same files with clang++, and as CUDA for one generation: tests/codegen has the API and the engine compiled for each. The
# short form has the smallest and the largest: other compilers differ in the headers, of which codegen.portable_* and families.cu
# have more.
set(compiled_examples 01-hello 07-embedding)
if(ARK_TEST_LONG)
  set(compiled_examples 01-hello 02-ring 03-jacobi 04-histogram 05-persistent 06-streams 07-embedding 08-training)
endif()
foreach(name IN LISTS compiled_examples)
  string(REGEX REPLACE "^[0-9]+-" "" program "${name}")
  ark_package_test(package.example_${name}.clang INSTALLED
    COMMAND "${package_dir}/with-tool" "${ARK_CLANGXX}" -std=c++20 -Wall -Wextra -Werror -fsyntax-only "-I${example_include}"
            "${PROJECT_SOURCE_DIR}/examples/${name}/${program}.cpp")
endforeach()
if(ARK_HAVE_CUDA)
  set(example_target -ptx -arch=compute_90)  # most of the time is ptxas's
  if(ARK_TEST_LONG)
    set(example_target -c -arch=sm_90)
  endif()
  foreach(name IN LISTS compiled_examples)
    string(REGEX REPLACE "^[0-9]+-" "" program "${name}")
    ark_package_test(codegen.example_${name} INSTALLED TIMEOUT 300
      COMMAND ${ARK_CCACHE} "${CMAKE_CUDA_COMPILER}" -std=c++20 -x cu ${example_target} "-I${example_include}"
              --Werror all-warnings
              "${PROJECT_SOURCE_DIR}/examples/${name}/${program}.cpp"
              -o "${CMAKE_CURRENT_BINARY_DIR}/${program}.cuda.o")
    set_tests_properties(codegen.example_${name} PROPERTIES LABELS codegen)
  endforeach()
else()
  add_test(NAME codegen.examples COMMAND sh -c "echo 'no nvcc: the examples are not compiled as CUDA'; exit 77")
  set_tests_properties(codegen.examples PROPERTIES LABELS codegen SKIP_RETURN_CODE 77)
endif()
