"""perf/model/gradients-model: iterations computed by hand, trees of owners, the committed runs, and what it refuses.

The argument is the source folder.
"""
import dataclasses
import pathlib
import re
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
SOURCE = pathlib.Path(sys.argv.pop())
MODEL = SOURCE / "perf/model"
sys.path.insert(0, str(MODEL))
import gradients
from pipeline import BadInput, Link

LINK = Link(latency_us=2, bytes_per_us=100, message_us=1)


def one_tensor(size):
    return gradients.Training((size,), (0.0,), 0.0, 0.0)


def network(hosts, link=LINK, **more):
    return gradients.Network(hosts, link, **({"receive_limited": False} | more))


def iteration(training, policy, on):
    return gradients.iteration(training, policy, on).iteration_us


class ByHand(unittest.TestCase):
    def test_chunks_go_to_the_pe_that_owns_the_fewest_bytes(self):
        self.assertEqual(gradients.cut((256, 0, 100, 64, 64), 128, 2),
                         [(0, 128, 0, False), (0, 128, 1, False), (2, 100, 0, False), (3, 64, 1, False), (4, 64, 1, True)])

    def test_a_part_and_its_result(self):
        result = gradients.iteration(one_tensor(1000), "p3", network(2))
        # 1 to send, 10 on the link, 2 to arrive, 1 to receive; and the same for the result.
        self.assertAlmostEqual(result.iteration_us, 28)
        self.assertEqual((result.work_us, result.messages, result.bytes, result.memory), (2, 1, 1000, 2 * 1024))
        self.assertEqual(result.words, 2 + 1 * 3 + 2 + 1)

    def test_an_owner_sends_the_results_one_after_the_other(self):
        # The parts arrive at 13 and cost the owner 1 each, the last result leaves its link at 47.
        self.assertAlmostEqual(iteration(one_tensor(1000), "p3", network(4)), 50)

    def test_a_host_that_receives_no_faster_than_it_sends(self):
        # The parts are there at 13, 23 and 33; then 1, 1 to send the first, 3 * 10, 2 and 1.
        self.assertAlmostEqual(iteration(one_tensor(1000), "p3", network(4, receive_limited=True)), 68)

    def test_the_processor_of_hosts_that_share_cores(self):
        self.assertAlmostEqual(iteration(one_tensor(1000), "p3", network(2, slowdown=3)), 28 + 4 * 2)

    def test_the_forward_pass_waits_for_each_tensor(self):
        training = gradients.Training((1000, 0), (0.0, 0.0), 20.0, 10.0)
        self.assertAlmostEqual(iteration(training, "p3", network(2)), 28 + 10)
        late = dataclasses.replace(training, backward_us=100.0)
        self.assertAlmostEqual(iteration(late, "p3", network(2)), 110)

    def test_p3_lets_the_first_tensor_overtake(self):
        # A long tensor from 0 on, and at 10 the one of the first layer, whose forward pass hides the others.
        training = gradients.Training((64, 6400), (10.0, 0.0), 10.0, 200.0)
        fifo, p3 = (iteration(training, policy, network(2, chunk_bytes=64, credit_bytes=128)) for policy in ("fifo", "p3"))
        self.assertLess(p3 + 50, fifo)

    def test_what_is_in_flight_waits_for_answers(self):
        times = [iteration(one_tensor(6400), "p3", network(2, chunk_bytes=64, credit_bytes=credit)) for credit in (64, 256, 65536)]
        self.assertEqual(sorted(times, reverse=True), times)
        self.assertLess(2 * times[2], times[0])

    def test_bursts(self):
        self.assertEqual(gradients.bursts_of((100.0, 100.0, 100.0, 1.0, 0.0, 0.0)), ([1, 1, 1, 0, 0, 0], [99.0, 0.0]))
        self.assertEqual(gradients.bursts_of((5.0,)), ([0], [0.0]))

    def test_prophet_holds_what_the_link_does_not_carry_until_the_next_burst(self):
        order = self.order(1 << 20, [600, 600, 300, 300, 600])
        order.rate.windows.append(100)
        order.open_burst(0, 12)  # 1,200 bytes
        self.assertEqual(order.take(0), (([0, 1], False, (1,)), None))
        self.assertEqual(order.take(0), (None, 12))
        order.answered(5, 1200)  # the link is faster than the block: one chunk
        self.assertEqual([order.take(5) for _ in range(2)], [(([2], False, (1,)), None), (None, 12)])
        self.assertEqual(order.take(12), (([3, 4], False, (1,)), None))
        self.assertEqual(order.take(12), (None, None))

    def test_a_message_has_at_most_half_of_the_credit(self):
        self.assertEqual(self.order(2400, [600, 600, 600]).take(0)[0][0], [0, 1])
        self.assertEqual(self.order(2400, [600, 600, 600], policy="p3").take(0)[0][0], [0])

    def test_the_rate_is_that_of_the_link_for_messages_of_every_length(self):
        for size in (1000, 500000):  # 10 and 5,000 us of a link, and windows of 2,000 us
            rate = gradients.Rate()
            for k in range(1, 300):
                rate.answered(k * size / 100, size)
            self.assertAlmostEqual(rate.bytes_per_us(), 100, delta=2)

    def order(self, credit, sizes, policy="prophet"):
        chunks = [gradients.Chunk(0, size, 1, True) for size in sizes]
        order = gradients.Order(policy, credit, chunks, gradients.Rate())
        order.waiting = [(0, c, False, (1,)) for c in range(len(sizes))]
        return order

    def test_sizes_are_those_of_ark_perf(self):
        for scale, size in ((15, 15333904), (10, 10222492)):  # in perf/results/2026-11-29-gradients.csv
            self.assertEqual(sum(gradients.replay("resnet50", scale, 12).sizes), size)
        self.assertAlmostEqual(1.5 * gradients.replay("resnet50", 15, 12).backward_us, 55125)

    def test_bad_values_are_named(self):
        for make, text in ((lambda: network(1), "hosts is 1; accepted: an integer of at least 2"),
                           (lambda: network(2, chunk_bytes=100), "chunk is 100; accepted: a multiple of 64"),
                           (lambda: network(2, credit_bytes=64), "credit is 64; accepted: an integer of at least 262144"),
                           (lambda: gradients.replay("lenet", 1, 1), "network is 'lenet'; accepted: one of resnet50, resnet152"),
                           (lambda: gradients.iteration(one_tensor(1), "lifo", network(2)), "policy is 'lifo'; accepted: one of fifo")):
            with self.assertRaises(BadInput) as caught:
                make()
            self.assertIn(text, str(caught.exception))


class Trees(unittest.TestCase):
    def test_every_pe_has_one_parent(self):
        for pes, group in ((8, 4), (8, 0), (16, 4), (10, 4), (7, 3), (2, 2)):
            for owner in range(pes):
                tree = gradients.Tree(owner, pes, group)
                below = {pe: tree.children(pe) for pe in range(pes)}
                self.assertEqual(sorted(child for children in below.values() for child in children),
                                 [pe for pe in range(pes) if pe != owner])
                for pe, children in below.items():
                    self.assertEqual([tree.parent(child) for child in children], [pe] * len(children))

    def test_two_levels(self):
        tree = gradients.Tree(1, 8, 4)
        self.assertEqual(tree.children(1), [0, 2, 3, 5])
        self.assertEqual(tree.children(5), [4, 6, 7])

    def test_a_tree_is_faster_where_an_owner_has_many_parts(self):
        for hosts, group, faster in ((64, 8, True), (2, 2, False)):
            flat, tree = (iteration(one_tensor(1000), "p3", network(hosts, group=size, receive_limited=True)) for size in (0, group))
            self.assertEqual(tree < flat, faster, (hosts, tree, flat))

    def test_the_bytes_stay_the_same(self):
        training = gradients.alone(gradients.replay("resnet50", 1, 1))
        flat, tree = (gradients.Iteration(training, "p3", on, [gradients.Nic(LINK) for _ in range(16)])
                      for on in (network(16), network(16, group=4)))
        for one in (flat, tree):
            one.run()
            self.assertEqual(sum(one.sent), 2 * 15 * len(one.chunks))
            self.assertEqual(sum(one.sent_bytes), 2 * 15 * sum(training.sizes))


class Program(unittest.TestCase):
    def run_model(self, *arguments):
        return subprocess.run([sys.executable, str(MODEL / "gradients-model"), *map(str, arguments)], capture_output=True, text=True,
                              check=False)

    def test_the_committed_runs_are_within_the_goal_but_those_of_8_fast_hosts(self):
        done = self.run_model("check", "--runs", max((SOURCE / "perf/results").glob("*-gradients-model.csv")))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("\n21 of 27 within 10 %", done.stdout)
        missed = re.findall(r"(?m)^\| (\d+) \| (\d+) \|.* [+-]\d\d+ % \|$", done.stdout)
        self.assertEqual({*missed}, {("8", "100"), ("8", "200")}, "docs/performance/model.md names them")
        for hosts in (2, 4, 8):
            self.assertRegex(done.stdout, rf"(?m)^\| {hosts} \| ")

    def test_hosts_prints_a_row_for_each_number(self):
        done = self.run_model("hosts", "--hosts", "2,8", "--scale", "1", "--images", "64", "--rate", "1000")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('"rate_mbit": 1000.0', done.stdout)
        self.assertRegex(done.stdout, r"(?m)^\| 2 \|(.*\n)\| 8 \|")
        self.assertIn("Trees of owners are faster, by 1 % or more, nowhere.", done.stdout)
        slow = self.run_model("hosts", "--hosts", "2,32", "--scale", "1", "--images", "1", "--set", "message_us=50")
        self.assertIn("from 32 hosts on", slow.stdout)

    def test_predict_of_a_machine_is_what_check_predicts(self):
        done = self.run_model("predict", "--machine", MODEL / "gradients.json", "--hosts", 2, "--rate", 1000, "--scale", 15, "--images", 12,
                              "--policy", "fifo")
        runs = self.run_model("check", "--runs", max((SOURCE / "perf/results").glob("*-gradients-model.csv")))
        self.assertEqual(done.returncode, 0, done.stderr)
        predicted = float(re.search(r"iteration, ms \| ([0-9.]+)", done.stdout)[1])
        self.assertIn(f"| {predicted:.0f} |", re.search(r"(?m)^\| 2 \| 1000 \| 15, 12 \| fifo .*", runs.stdout)[0])

    def test_wrong_values_are_refused_by_name(self):
        for arguments, text in ((("predict", "--hosts", "x"), "--hosts is 'x'; accepted: a number"),
                                (("hosts", "--set", "rte=1"), "--set is 'rte=1'; accepted: NAME=VALUE with one of rate_mbit,"),
                                (("predict", "--machine", "x", "--rate", "1", "--group", "2"), "accepted: with --rate, without --set and --group"),
                                (("predict", "--rate", "0"), "rate_mbit is 0.0; accepted: a number above 0"),
                                (("check", "--runs", "/nowhere"), "accepted: a file that check has written")):
            done = self.run_model(*arguments)
            self.assertEqual(done.returncode, 1, arguments)
            self.assertIn(text, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
