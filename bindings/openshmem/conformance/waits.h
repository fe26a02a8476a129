/* Tests of the words {0, 0, 0, 0} while nothing is on its way. */
CHECK(test) {
  TYPE* const words = (TYPE*)(void*)bed.memory;
  const int all_masked[4] = {1, 1, 1, 1}, first_masked[4] = {1, 0, 0, 0};
  const TYPE one_zero[4] = {1, 1, 0, 1}, zeros[4] = {0, 0, 0, 0};
  size_t indices[4] = {9, 9, 9, 9};
  EXPECT(!CALL(test, IVARS(words), CONSTANT(CMP_EQ), 1));
  EXPECT(CALL(test, IVARS(words), CONSTANT(CMP_EQ), 0));
  EXPECT(!CALL(test, IVARS(words), CONSTANT(CMP_NE), 0));
  EXPECT(!CALL(test, IVARS(words), CONSTANT(CMP_GT), 0));
  EXPECT(CALL(test, IVARS(words), CONSTANT(CMP_GE), 0));
  EXPECT(CALL(test, IVARS(words), CONSTANT(CMP_LT), 1));
  EXPECT(CALL(test, IVARS(words), CONSTANT(CMP_LE), 0));
  EXPECT(!!CALL(test, IVARS(words), CONSTANT(CMP_GT), (TYPE)-1) == ((TYPE)-1 < (TYPE)1));
  EXPECT(CALL(test_all, IVARS(words), 4, NULL, CONSTANT(CMP_EQ), 0));
  EXPECT(!CALL(test_all, IVARS(words), 4, first_masked, CONSTANT(CMP_EQ), 1));
  EXPECT(CALL(test_all, IVARS(words), 4, all_masked, CONSTANT(CMP_EQ), 1));
  EXPECT(CALL(test_all, IVARS(words), 0, NULL, CONSTANT(CMP_EQ), 1));
  EXPECT(!CALL(test_all_vector, IVARS(words), 4, NULL, CONSTANT(CMP_EQ), one_zero));
  EXPECT(CALL(test_all_vector, IVARS(words), 4, NULL, CONSTANT(CMP_EQ), zeros));
  EXPECT(CALL(test_any, IVARS(words), 4, NULL, CONSTANT(CMP_EQ), 1) == SIZE_MAX);
  EXPECT(CALL(test_any, IVARS(words), 4, all_masked, CONSTANT(CMP_EQ), 0) == SIZE_MAX);
  EXPECT(CALL(test_any, IVARS(words), 0, NULL, CONSTANT(CMP_EQ), 0) == SIZE_MAX);
  EXPECT(CALL(test_any, IVARS(words), 4, first_masked, CONSTANT(CMP_EQ), 0) - 1 < 3);
  EXPECT(CALL(test_any_vector, IVARS(words), 4, NULL, CONSTANT(CMP_EQ), one_zero) == 2);
  EXPECT(CALL(test_some, IVARS(words), 4, indices, NULL, CONSTANT(CMP_EQ), 1) == 0);
  EXPECT(CALL(test_some, IVARS(words), 4, indices, all_masked, CONSTANT(CMP_EQ), 0) == 0);
  EXPECT(CALL(test_some, IVARS(words), 4, indices, first_masked, CONSTANT(CMP_EQ), 0) == 3);
  EXPECT(indices[0] == 1 && indices[1] == 2 && indices[2] == 3);
  EXPECT(CALL(test_some_vector, IVARS(words), 4, indices, NULL, CONSTANT(CMP_EQ), one_zero) == 1);
  EXPECT(indices[0] == 2);
  CALL(wait_until_all, IVARS(words), 0, NULL, CONSTANT(CMP_EQ), 1);
  CALL(wait_until_all, IVARS(words), 4, all_masked, CONSTANT(CMP_EQ), 1);
  EXPECT(CALL(wait_until_any, IVARS(words), 4, all_masked, CONSTANT(CMP_EQ), 0) == SIZE_MAX);
  EXPECT(CALL(wait_until_some, IVARS(words), 4, indices, all_masked, CONSTANT(CMP_EQ), 0) == 0);
  barrier();
}

/* The previous PE writes {0, 5, 0, 7}, then {-1, 5, 0, 7}. */
CHECK(wait) {
  TYPE* const words = (TYPE*)(void*)bed.memory;
  const int even_masked[4] = {1, 0, 1, 0}, first_set_masked[4] = {0, 1, 0, 0};
  const TYPE only_last[4] = {9, 9, 9, 7}, after[4] = {0, 5, 0, 7};
  size_t indices[4] = {9, 9, 9, 9};
  TYPED(atomic_set)(words + 3, 7, bed.next);
  TYPED(atomic_set)(words + 1, 5, bed.next);
  EXPECT(CALL(wait_until_any, IVARS(words), 4, first_set_masked, CONSTANT(CMP_NE), 0) == 3);
  EXPECT(CALL(wait_until_any_vector, IVARS(words), 4, NULL, CONSTANT(CMP_EQ), only_last) == 3);
  EXPECT(CALL(wait_until_some_vector, IVARS(words), 4, indices, NULL, CONSTANT(CMP_EQ),
              only_last) == 1);
  EXPECT(indices[0] == 3);
  EXPECT(CALL(wait_until_some, IVARS(words), 4, indices, first_set_masked, CONSTANT(CMP_GE), 5) ==
         1);
  EXPECT(indices[0] == 3);
  CALL(wait_until, IVARS(words + 1), CONSTANT(CMP_EQ), 5);
  CALL(wait_until_all, IVARS(words), 4, even_masked, CONSTANT(CMP_GE), 5);
  CALL(wait_until_all_vector, IVARS(words), 4, NULL, CONSTANT(CMP_EQ), after);
  EXPECT(words[1] == (TYPE)5 && words[3] == (TYPE)7);
  EXPECT(CALL(test_some, IVARS(words), 4, indices, NULL, CONSTANT(CMP_GT), 4) == 2);
  EXPECT(indices[0] == 1 && indices[1] == 3);
  complete_all(&bed);
  TYPED(p)(words, (TYPE)-1, bed.next);
  CALL(wait_until, IVARS(words), CONSTANT(CMP_NE), 0);
  EXPECT(!!CALL(test, IVARS(words), CONSTANT(CMP_LT), 1) == ((TYPE)-1 < (TYPE)1));
  EXPECT(!!CALL(test, IVARS(words), CONSTANT(CMP_LE), 1) == ((TYPE)-1 < (TYPE)1));
  complete_all(&bed);
}

/* The second word comes late from PEs of even numbers: no wait for it returns before. */
CHECK(late_wait) {
  TYPE* const words = (TYPE*)(void*)bed.memory;
  const int first_masked[2] = {1, 0};
  size_t indices[2] = {9, 9};
  for (int round = 1; round <= 7; ++round) {
    const TYPE value = (TYPE)round, values[2] = {value, value};
    barrier();
    TYPED(atomic_set)(words, value, bed.next);
    if (bed.me % 2 == 0) linger();
    TYPED(atomic_set)(words + 1, value, bed.next);
    if (round == 1) CALL(wait_until, IVARS(words + 1), CONSTANT(CMP_EQ), value);
    if (round == 2) CALL(wait_until_all, IVARS(words), 2, NULL, CONSTANT(CMP_EQ), value);
    if (round == 3) CALL(wait_until_all_vector, IVARS(words), 2, NULL, CONSTANT(CMP_EQ), values);
    if (round == 4) {
      EXPECT(CALL(wait_until_any, IVARS(words), 2, first_masked, CONSTANT(CMP_EQ), value) == 1);
    }
    if (round == 5) {
      EXPECT(CALL(wait_until_any_vector, IVARS(words), 2, first_masked, CONSTANT(CMP_EQ), values) ==
             1);
    }
    if (round == 6) {
      EXPECT(CALL(wait_until_some, IVARS(words), 2, indices, first_masked, CONSTANT(CMP_EQ),
                  value) == 1);
    }
    if (round == 7) {
      EXPECT(CALL(wait_until_some_vector, IVARS(words), 2, indices, first_masked, CONSTANT(CMP_EQ),
                  values) == 1);
    }
    EXPECT(words[1] == value);
    complete_all(&bed);
  }
}
