"""What the conformance suite cannot see. Run: python3 -m unittest discover clients/python/test"""

import errno
import json
import os
import pickle
import socket
import sys
import tempfile
import threading
import time
import unittest
from email.utils import formatdate

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from player_support import (
    Clock,
    FolderStorage,
    HttpRequest,
    HttpResponse,
    HttpTransport,
    PlayerSupport,
    SupportError,
)

DAY = 86_400
# Of the service, when the clock of the device is at 0: that clock is wrong by years.
BEGAN = 1_800_000_000


class FakeClock(Clock):
    def __init__(self):
        self.now = 1000.0

    def monotonic(self):
        return self.now

    def wall(self):
        return self.now


class FakeService:
    """A transport that answers at once, inside the next update."""

    def __init__(self, clock):
        self.requests = []
        self._clock = clock
        self.is_online = True
        self.refusals = {}
        # Requests to this path get no response.
        self.silent = None
        self.tokens = 0
        self._waiting = []

    def send(self, request, done):
        self.requests.append(request)
        self._waiting.append((request, done))
        return self

    def cancel(self):
        pass

    def update(self):
        waiting, self._waiting = self._waiting, []
        for request, done in waiting:
            if self.silent and request.url.endswith(self.silent):
                continue
            response = self._response(request)
            response.headers["date"] = formatdate(BEGAN + self._clock.now, usegmt=True)
            done(response)

    def paths(self, end):
        return [request for request in self.requests if request.url.split("?")[0].endswith(end)]

    def _response(self, request):
        if not self.is_online:
            return HttpResponse(failure="offline")
        path = request.url.split("/api/v1")[1].split("?")[0]
        for end, response in self.refusals.items():
            if path.endswith(end):
                return response
        if path == "/player/identify":
            self.tokens += 1
        body = {
            "playerAccessToken": f"pat_{self.tokens}",
            "ticketId": "tkt_1",
            "messageId": "msg_1",
            "attachmentId": f"att_{len(self.requests)}",
            "messages": [],
            "tickets": [{"id": "tkt_1"}],
            "nextPollAfterSeconds": 60,
        }
        return json_response(200, body)


def json_response(status, body, **headers):
    return HttpResponse(status, headers, json.dumps(body).encode())


def problem(status, slug, **headers):
    return json_response(status, {"type": f"/problems/{slug}"}, **headers)


class FullDisk(FolderStorage):
    is_full = False

    def write(self, name, data):
        if self.is_full:
            raise OSError(errno.ENOSPC, "No space left on device")
        super().write(name, data)


class ClientTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.clock = FakeClock()
        self.service = FakeService(self.clock)
        self.told = []

    def support(self, **options):
        options = {"storage": self.folder, "transport": self.service, "clock": self.clock, **options}
        support = PlayerSupport("http://localhost", "ppk_test", **options)
        for event in ("message", "unread", "outbox", "error"):
            support.on(event, lambda value, event=event: self.told.append((event, value)))
        self.addCleanup(support.stop)
        return support

    def play(self, support, seconds=5.0):
        for _frame in range(10):
            self.clock.now += seconds / 10
            support.update()

    def states(self, support):
        return [entry["state"] for entry in support.outbox_entries()]

    def errors(self):
        return [value.slug for event, value in self.told if event == "error"]

    def stored_files(self):
        return [os.path.join(path, name) for path, _folders, names in os.walk(self.folder) for name in names]

    def player_folder(self):
        return os.path.join(self.folder, "ppk_test", "player")

    # --- the disk

    def test_a_text_is_sent_although_the_disk_is_full_and_stored_later(self):
        disk = FullDisk(self.folder)
        support = self.support(storage=disk)
        disk.is_full = True
        self.service.is_online = False
        support.create_ticket("bug", "Stuck", "Help", files=[{"name": "a.log", "bytes": b"log"}])
        support.start()
        self.play(support, 3)
        [entry] = support.outbox_entries()
        self.assertEqual((entry["is_stored"], entry["files"][0]["is_stored"]), (False, False))
        self.assertIn("storage", self.errors())
        disk.is_full = False
        self.play(support, 10)
        [entry] = support.outbox_entries()
        self.assertEqual((entry["is_stored"], entry["files"][0]["is_stored"]), (True, True))
        self.service.is_online = True
        self.play(support, 60)
        self.assertEqual(self.states(support), ["sent"])
        self.assertFalse([name for name in self.stored_files() if "files" in os.path.dirname(name)])

    def test_damaged_files_lose_only_what_is_damaged(self):
        first = self.support()
        first.create_ticket("bug", "One", "One")
        first.create_ticket("bug", "Two", "Two")
        outbox = os.path.join(self.player_folder(), "outbox")
        damaged = os.path.join(outbox, sorted(os.listdir(outbox))[0])
        with open(damaged, "r+b") as file:
            file.truncate(20)
        foreign = [b"null", b"[]", b"\xff", b'{"id":"../../x","files":[{}]}', b"[" * 100_000, b"{}"]
        for number, data in enumerate(foreign):
            with open(os.path.join(outbox, f"{number:020d}-{'a' * 32}.json"), "wb") as file:
                file.write(data)
        for name in ("session.json", "told.json", "installation"):
            with open(os.path.join(self.player_folder(), name), "wb") as file:
                file.write(b'{"token": 5')
        support = self.support()
        support.start()
        self.play(support)
        self.assertEqual([entry["body"]["message"] for entry in support.outbox_entries()], ["Two"])
        self.assertEqual(self.states(support), ["sent"])

    def test_a_file_with_the_last_number_does_not_lose_later_texts(self):
        self.support().create_ticket("bug", "Stuck", "One")
        outbox = os.path.join(self.player_folder(), "outbox")
        [name] = os.listdir(outbox)
        os.rename(os.path.join(outbox, name), os.path.join(outbox, "9" * 20 + name[20:]))
        self.support().create_ticket("bug", "Stuck", "Two")
        self.assertEqual([entry["body"]["message"] for entry in self.support().outbox_entries()], ["Two"])

    @unittest.skipUnless(os.name == "posix", "needs links")
    def test_a_link_does_not_lead_out_of_the_folder(self):
        with tempfile.TemporaryDirectory() as other:
            for link in ("told.json", "told.json.new"):
                os.symlink(os.path.join(other, "save.dat"), os.path.join(self.folder, link))
            FolderStorage(self.folder).write("told.json", b"[]")
            self.assertEqual((FolderStorage(self.folder).read("told.json"), os.listdir(other)), (b"[]", []))

    def test_what_a_kill_left_is_removed(self):
        support = self.support()
        for name in ("files/" + "b" * 32 + "-0", "files/x.new", "outbox/y.json.new"):
            FolderStorage(self.player_folder()).write(name, b"left")
        support.start()
        self.play(support, 30)
        self.assertFalse([name for name in self.stored_files() if os.path.basename(name)[0] in "bxy"])

    def test_the_outbox_has_an_end(self):
        support = self.support()
        for number in range(200):
            support.create_ticket("bug", "Stuck", str(number))
        with self.assertRaises(SupportError) as caught:
            support.create_ticket("bug", "Stuck", "One more")
        self.assertEqual(caught.exception.slug, "outbox-full")
        self.assertEqual(caught.exception.message, "200 entries are pending or failed.")

    # --- time

    def test_an_entry_that_was_tried_fails_after_six_days(self):
        support = self.support()
        support.start()
        self.play(support)
        self.service.refusals["/tickets"] = HttpResponse(failure="cut")
        support.create_ticket("bug", "Stuck", "Help")
        self.play(support)
        self.clock.now += 6 * DAY + 1
        self.play(support, 3000)
        self.assertEqual(support.outbox_entries()[0]["error"]["slug"], "outbox-expired")

    def test_a_file_is_sent_again_when_the_server_may_have_removed_it(self):
        support = self.support()
        support.start()
        self.play(support)
        self.service.refusals["/tickets"] = HttpResponse(failure="cut")
        self.service.refusals["/attachments"] = HttpResponse(failure="cut")
        files = [{"name": name, "bytes": name.encode()} for name in "ab"]
        support.create_ticket("bug", "Stuck", "Help", files=files)
        del self.service.refusals["/attachments"]
        original, names = self.service._response, []

        def second_is_cut(request):
            name = request.headers.get("X-File-Name")
            names.append(name)
            return HttpResponse(failure="cut") if name == "b" else original(request)

        self.service._response = second_is_cut
        self.play(support, 60)
        self.assertEqual(names.count("a"), 1)
        self.clock.now += 7 * DAY
        self.play(support, 3000)
        self.assertEqual(names.count("a"), 2)

    def test_a_long_maintenance_does_not_cost_a_file(self):
        support = self.support()
        self.service.refusals["/attachments"] = problem(503, "unavailable", **{"retry-after": "3600"})
        support.create_ticket("bug", "Stuck", "Help", files=[{"name": "a.log", "bytes": b"log"}])
        support.start()
        self.play(support, 60)
        self.assertIsNone(support.outbox_entries()[0]["files"][0].get("error"))
        self.assertEqual(len(self.service.paths("/attachments")), 1)

    def test_a_token_that_is_replaced_all_the_time_is_renewed_less_often(self):
        support = self.support()
        support.start()
        self.play(support)
        self.service.refusals["/player/tickets"] = problem(401, "unauthorized")
        slugs = set()
        for _second in range(300):
            result = support.list_tickets()
            self.play(support, 1)
            slugs.add(result.error.slug)
        self.assertEqual(slugs, {"unauthorized", "installation-in-use"})
        self.assertLess(self.service.tokens, 15)

    def test_a_context_that_is_too_long_does_not_stop_everything(self):
        support = self.support(context={"deviceModel": "x" * 500, "appVersion": "1.0\0\ud800"})
        support.start()
        self.play(support)
        context = json.loads(self.service.paths("/identify")[0].body)["context"]
        self.assertEqual((len(context["deviceModel"]), context["appVersion"]), (200, "1.0 ?"))

    def test_a_wrong_key_is_told(self):
        support = self.support()
        refusal = {"error": {"code": "project_not_found", "message": "No project has this public key."}}
        self.service.refusals["/identify"] = json_response(404, refusal)
        support.start()
        self.play(support)
        told = [(error.slug, str(error)) for event, error in self.told if event == "error"]
        self.assertIn(("project_not_found", "No project has this public key."), told)

    def test_a_request_of_the_game_is_sent_as_the_player(self):
        support = self.support()
        support.start()
        outcomes = []
        for response in (
            json_response(200, {"playerId": "ply_1"}),
            HttpResponse(204),
            HttpResponse(200, {}, b"<html>"),
            json_response(200, []),
            problem(403, "identity-token-refused"),
        ):
            self.service.refusals["/link"] = response
            result = support.request("POST", "/api/v1/player/link", {"identityToken": "secret"})
            self.play(support, 1)
            outcomes.append(result.error.slug if result.error else result.value)
        self.assertEqual(
            outcomes,
            [{"playerId": "ply_1"}, {}, "foreign-response", "foreign-response", "identity-token-refused"],
        )
        for sent in self.service.paths("/link"):
            self.assertEqual((sent.method, sent.url), ("POST", "http://localhost/api/v1/player/link"))
            self.assertEqual(json.loads(sent.body), {"identityToken": "secret"})
            self.assertEqual(sent.headers["Content-Type"], "application/json")
            self.assertEqual(sent.headers["Authorization"], "Bearer pat_1")

    def test_an_upload_without_a_response_blocks_no_other_ticket(self):
        support = self.support()
        support.start()
        self.service.silent = "/attachments"
        for number in range(5):
            support.create_ticket("bug", "Stuck", f"With file {number}", files=[{"name": "a.log", "bytes": b"log"}])
        support.create_ticket("bug", "Stuck", "Without a file")
        self.play(support)
        self.assertEqual(self.states(support), ["queued"] * 5 + ["sent"])
        self.assertEqual(len(self.service.paths("/attachments")), 3)

    # --- wrong responses

    def test_a_message_is_told_once_and_not_thousands(self):
        support = self.support()
        messages = [{"id": "msg_1"}, {"id": "msg_1"}, *({"id": f"m{number}"} for number in range(30_000))]
        self.service.refusals["/inbox"] = json_response(200, {"messages": messages})
        support.start()
        self.play(support)
        told = [value["id"] for event, value in self.told if event == "message"]
        self.assertEqual((len(told), told.count("msg_1")), (99, 1))

    def test_long_texts_of_a_response_do_not_fill_the_disk(self):
        support = self.support()
        long = "x" * 500_000
        refusal = {"type": "/problems/validation", "detail": long, "errors": {"subject": [long, 5], long: None}}
        deep = []
        for _level in range(500):
            deep = [deep]
        self.service.refusals["/tickets"] = json_response(400, refusal)
        self.service.refusals["/a/messages"] = json_response(201, {"messageId": long})
        self.service.refusals["/b/messages"] = json_response(201, {"messageId": "msg_1", "status": deep})
        support.create_ticket("bug", "Stuck", "Refused")
        support.reply("a", "Answered with a long id")
        support.reply("b", "Answered with nonsense")
        support.start()
        self.play(support)
        entries = support.outbox_entries()
        self.assertEqual(entries[0]["error"]["errors"], {"subject": ["x" * 1000, ""]})
        self.assertEqual(entries[1]["last_error"]["slug"], "foreign-response")
        self.assertEqual(entries[2]["state"], "sent")
        self.assertLess(sum(os.path.getsize(path) for path in self.stored_files()), 10_000)

    def test_half_a_character_ends_no_game_and_stops_no_text(self):
        support = self.support()
        half = "\ud83d"
        self.service.refusals["/tickets"] = json_response(201, {"ticketId": half, "tickets": [{"id": half}]})
        self.service.refusals["/inbox"] = json_response(200, {"messages": [{"id": "m", "body": f"{half} \U0001f600"}]})
        support.start()
        ticket = support.create_ticket("bug", "Stuck", "Help")
        support.reply(ticket, "More")
        support.reply(half, "Of a wrong ticket")
        tickets = support.list_tickets()
        self.play(support)
        support.get_ticket(half)
        support.get_ticket(tickets.value[0]["id"])
        self.assertEqual(self.states(support), ["sent"] * 3)
        bodies = [value["body"] for event, value in self.told if event == "message"]
        self.assertEqual(bodies, ["? \U0001f600"])

    def test_a_message_has_the_texts_that_a_game_shows(self):
        support = self.support()
        wrong = [{"id": "a"}, {"id": "b", "title": 5, "body": None, "createdAt": [], "readAt": {}, "ticketId": 7}]
        self.service.refusals["/inbox"] = json_response(200, {"messages": wrong})
        support.on("message", lambda message: self.told.append(("shown", message["title"] + message["body"])))
        support.start()
        self.play(support)
        self.assertEqual([value for event, value in self.told if event == "shown"], ["", ""])

    def test_a_server_that_takes_one_byte_of_each_part_is_not_flooded(self):
        support = self.support()
        taken, original = [0], self.service._response

        def one_byte(request):
            if request.method == "PATCH":
                taken[0] += 1
                return HttpResponse(204, {"upload-offset": str(taken[0])})
            if request.method == "GET" and "/attachments" in request.url:
                return json_response(200, {"attachmentId": "att_1", "offset": taken[0]})
            return original(request)

        self.service._response = one_byte
        support.create_ticket("bug", "Stuck", "Help", files=[{"name": "a.log", "bytes": b"x" * 2_000_000}])
        support.start()
        for _second in range(60):
            self.play(support, 1)
        self.assertIn(taken[0], range(6, 60))

    # --- users

    def test_erase_removes_everything_of_the_player(self):
        support = self.support(user_id="user-a")
        self.service.is_online = False
        support.start()
        support.create_ticket("bug", "Stuck", "A secret", files=[{"name": "a.log", "bytes": b"A secret"}])
        self.play(support)
        support.sign_out(erase=True)
        self.play(support, 60)
        for path in self.stored_files():
            with open(path, "rb") as file:
                self.assertNotIn(b"A secret", file.read())
        self.assertEqual(support.outbox_entries(), [])

    def test_a_late_response_does_not_reach_another_user(self):
        support = self.support(user_id="user-a")
        support.start()
        self.play(support)
        result = support.list_tickets()
        support.set_user("user-b")
        self.play(support)
        self.assertEqual((result.value, result.error.slug), (None, "signed-out"))

    def test_a_stop_is_no_failure_of_the_network(self):
        support = self.support()
        self.service.silent = "/inbox?projectPublicKey=ppk_test"
        for _pause in range(20):
            support.start()
            self.play(support, 20)
            support.stop()
        self.service.silent = None
        support.start()
        before = len(self.service.paths("/inbox"))
        self.play(support, 20)
        self.assertEqual(len(self.service.paths("/inbox")), before + 1)

    # --- the game

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_a_forked_child_does_not_send_and_its_end_does_no_harm(self):
        support = self.support()
        support.start()
        child = os.fork()
        if child == 0:
            support.update()
            os._exit(1 if support._player.is_owner else 0)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        other = self.support()
        other.start()
        self.assertFalse(other._player.is_owner)
        support.stop()
        self.play(other)
        self.assertTrue(other._player.is_owner)

    def test_it_refuses_to_be_saved(self):
        support = self.support()
        for one in (support, support.list_tickets()):
            with self.assertRaisesRegex(TypeError, "cannot be saved"):
                pickle.dumps(one)

    def test_an_error_of_a_listener_stops_nothing(self):
        support = self.support()
        support.on("outbox", lambda entry: 1 / 0)
        late = []
        support.on("outbox", lambda entry: late.append(entry["state"]))
        support.start()
        support.create_ticket("bug", "Stuck", "Help")
        for _frame in range(20):
            self.clock.now += 0.1
            try:
                support.update()
            except ZeroDivisionError:
                pass
        self.assertEqual(late, ["queued", "sending", "sent"])

    def test_wrong_use_fails_at_once(self):
        support = self.support()
        for wrong in (
            lambda: PlayerSupport("localhost", "ppk_test", self.folder),
            lambda: PlayerSupport("http://localhost:99999", "ppk_test", self.folder),
            lambda: PlayerSupport("http://localhost?key=1", "ppk_test", self.folder),
            lambda: PlayerSupport("http://localhost", "", self.folder),
            lambda: PlayerSupport("http://localhost", "ppk_test", ""),
            lambda: support.on("mesage", print),
            lambda: support.on("message", None),
            lambda: support.create_ticket("bug", None, "Help"),
            lambda: support.create_ticket("bug", "Stuck", "Help", files=["a", "b", "c", "d", "e", "f"]),
            lambda: support.create_ticket("bug", "Stuck", "Help", files=[b"bytes"]),
            lambda: support.create_ticket("bug", "Stuck", "Help", files=[{"bytes": b""}]),
            lambda: support.create_ticket("bug", "Stuck", "Help", answers={"device": "pc"}),
            lambda: support.request("get", "/api/v1/player/link"),
            lambda: support.request("GET", "/api/v1/team/me"),
            lambda: support.request("GET", "/api/v1/player/a b"),
            lambda: support.request("POST", "/api/v1/player/link", "text"),
            lambda: support.request("POST", "/api/v1/player/link", {"number": float("nan")}),
            lambda: support.create_ticket("bug", "Stuck", "Help", answers={"device": {1}}, form_version=1),
            lambda: support.create_ticket("bug", "Stuck", "Help", answers={"age": float("nan")}, form_version=1),
            lambda: support.set_user(5),
            lambda: support.set_user("x" * 201),
            lambda: support.set_context({"appVersion": 1.0}),
        ):
            with self.assertRaises((TypeError, ValueError)):
                wrong()
        self.assertEqual(support.outbox_entries(), [])

    def test_a_file_with_an_impossible_path_does_not_lose_the_text(self):
        support = self.support()
        support.create_ticket("bug", "Stuck", "Help", files=["a\0b", "\ud800", self.folder])
        support.start()
        self.play(support)
        self.assertEqual(self.states(support), ["sent"])
        slugs = [file["error"]["slug"] for file in support.outbox_entries()[0]["files"]]
        self.assertEqual(slugs, ["file-lost"] * 3)

    @unittest.skipUnless(hasattr(os, "mkfifo"), "needs pipes")
    def test_a_pipe_as_a_file_does_not_block_the_game(self):
        support = self.support()
        pipe = os.path.join(self.folder, "pipe")
        os.mkfifo(pipe)
        support.create_ticket("bug", "Stuck", "Help", files=[pipe])
        self.assertEqual(support.outbox_entries()[0]["files"][0]["error"]["slug"], "file-lost")

    def test_a_call_before_start_says_so(self):
        support = self.support()
        result = support.list_tickets()
        support.update()
        self.assertEqual((result.error.slug, result.error.message), ("aborted", "Call start() first."))


class TransportTest(unittest.TestCase):
    def exchange(self, serve, timeout=10.0):
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)

        def run():
            connection, _address = server.accept()
            with connection:
                connection.recv(65536)
                try:
                    serve(connection)
                except OSError:
                    pass

        threading.Thread(target=run, daemon=True).start()
        transport, responses = HttpTransport(), []
        url = f"http://127.0.0.1:{server.getsockname()[1]}/path"
        transport.send(HttpRequest("GET", url, {}, timeout=timeout), responses.append)
        end = time.monotonic() + 10
        while not responses and time.monotonic() < end:
            transport.update()
            time.sleep(0.01)
        return responses[0]

    def test_a_slow_body_ends_with_the_time_out(self):
        def trickle(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            while True:
                connection.sendall(b"x")
                time.sleep(0.05)

        began = time.monotonic()
        response = self.exchange(trickle, timeout=0.5)
        self.assertEqual(response.status, 0)
        self.assertLess(time.monotonic() - began, 3)

    def test_slow_headers_end_with_the_time_out(self):
        def trickle(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
            while True:
                connection.sendall(b"x")
                time.sleep(0.05)

        self.assertEqual(self.exchange(trickle, timeout=0.5).status, 0)

    def test_a_huge_body_is_no_response(self):
        def pour(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            for _block in range(200):
                connection.sendall(b"x" * 65536)

        self.assertIn("too large", self.exchange(pour).failure)

    def test_half_a_body_is_no_response(self):
        half = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n{}"
        self.assertIn("early", self.exchange(lambda connection: connection.sendall(half)).failure)

    def test_a_redirect_is_not_followed(self):
        redirect = b"HTTP/1.1 302 Found\r\nLocation: http://localhost:1/\r\nContent-Length: 0\r\n\r\n"
        self.assertEqual(self.exchange(lambda connection: connection.sendall(redirect)).status, 302)


if __name__ == "__main__":
    unittest.main()
