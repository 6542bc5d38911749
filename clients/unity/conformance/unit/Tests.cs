using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using PlayerSupportClient;

/// <summary>Rules that the conformance suite cannot see from outside.</summary>
internal static class Tests
{
    private static string folder;
    private static FakeTransport transport;
    private static FakeClock clock;
    private static FakeStorage storage;
    private static List<SupportError> errors;
    private static List<OutboxEntry> told;

    private static int Main()
    {
        Action[] tests =
        {
            DamagedFilesLoseOnlyThemselves, FullDiskIsToldAndTriedAgain, OwnerIsStoredFirst, SecondProcessIsRefused,
            DeepJsonIsRefused, TextsStayTheSame, RetryAfterSurvivesStart, ExpiredEntryFails, OutboxIsBounded,
            ErasedFolderIsEmpty, KillLeavesNoFiles, RefusedAttachmentIsTold, WrongUseFailsAtOnce,
            ListenerThatThrowsStopsNothing, LongContextIsCut, PageOfTheServiceOnly, RequestOfTheGame,
            TokenThatIsNoHeaderIsNotKept,
            StrangeIdsStopNothing,
            CallbackThatAsksAgainEndsTheFrame,
            LongWaitKeepsFiles,
            FloodOfMessagesStopsNothing,
            FoldersInPlaceOfFilesLoseNothing,
            FailedEntryHasAnError,
            LateAnswerIsNotForTheNextUser,
            StopsAndStartsDoNotPoll,
            StoredErrorIsSmall,
            LinkIsNotWrittenThrough,
        };
        int failed = 0;
        foreach (Action test in tests)
        {
            folder = Path.Combine(Path.GetTempPath(), "player-support-" + Guid.NewGuid());
            try
            {
                test();
                Console.WriteLine("passed: " + test.Method.Name);
            }
            catch (Exception error)
            {
                failed++;
                Console.WriteLine("FAILED " + test.Method.Name + "\n" + error);
            }
            if (Directory.Exists(folder)) Directory.Delete(folder, true);
        }
        Console.WriteLine(failed + " of " + tests.Length + " tests failed");
        return failed == 0 ? 0 : 1;
    }

    private static PlayerSupport Open(string userId = null)
    {
        transport = new FakeTransport();
        clock = new FakeClock();
        storage = new FakeStorage(folder);
        errors = new List<SupportError>();
        told = new List<OutboxEntry>();
        var support = new PlayerSupport(new PlayerSupportOptions
        {
            BaseUrl = "https://support.example.com/",
            ProjectPublicKey = "ppk_1",
            Transport = transport,
            Storage = storage,
            Clock = clock,
            UserId = userId,
        });
        support.OnError += errors.Add;
        support.OnOutbox += told.Add;
        return support;
    }

    /// <summary>So many seconds, a frame each.</summary>
    private static void Run(PlayerSupport support, int seconds = 5)
    {
        for (int frame = 0; frame < seconds * 10; frame++)
        {
            clock.Monotonic += 100;
            support.Update();
        }
    }

    private static NewTicket Ticket(string message, params NewFile[] files)
    {
        return new NewTicket { Type = "bug", Subject = "About", Message = message, Files = new List<NewFile>(files) };
    }

    private static void Check(bool isRight, string what)
    {
        if (!isRight) throw new Exception(what);
    }

    private static string[] Files(string pattern)
    {
        return Directory.GetFiles(folder, pattern, SearchOption.AllDirectories);
    }

    private static bool Has(string slug)
    {
        return errors.Exists(error => error.Slug == slug);
    }

    private static void DamagedFilesLoseOnlyThemselves()
    {
        PlayerSupport support = Open();
        for (int number = 0; number < 5; number++) support.Tickets.Create(Ticket("Text " + number));
        support.Dispose();
        string[] entries = Files("0*.json");
        Array.Sort(entries);
        File.WriteAllText(entries[0], File.ReadAllText(entries[0]).Substring(0, 40));
        File.WriteAllText(entries[1], "[1,2,3]");
        File.WriteAllText(entries[2], "{\"id\":5,\"kind\":{},\"state\":[],\"body\":null,\"files\":7}");
        File.WriteAllBytes(entries[3], new byte[] { 0xff, 0xfe, 0, 1 });
        File.WriteAllText(Path.Combine(Path.GetDirectoryName(entries[0]), "foreign.txt"), "x");
        File.WriteAllText(Path.Combine(Path.GetDirectoryName(Path.GetDirectoryName(entries[0])), "session.json"), "{");
        File.WriteAllText(Path.Combine(Path.GetDirectoryName(Path.GetDirectoryName(entries[0])), "inbox.json"), "[]");
        support = Open();
        Check(support.Outbox.Entries().Count == 1, "one is left");
        support.Start();
        Run(support);
        Check(transport.CountOf("/tickets") == 1 && support.Outbox.Entries()[0].State == EntryState.Sent, "it is sent");
        support.Dispose();
    }

    private static void FullDiskIsToldAndTriedAgain()
    {
        PlayerSupport support = Open();
        support.Start();
        support.Update();
        storage.IsFull = true;
        transport.Respond = request => null;
        support.Tickets.Create(Ticket("On a full disk", new NewFile { Name = "a.log", Bytes = new byte[10] }));
        Run(support, 1);
        Check(Has("storage") && !told[0].IsStored && !told[0].Files[0].IsStored, "it is told");
        storage.IsFull = false;
        Run(support, 6);
        OutboxEntry last = told[told.Count - 1];
        Check(last.IsStored && last.Files[0].IsStored, "it is stored later");
        Check(Files("0*.json").Length == 1, "the file is there");
        support.Dispose();
    }

    private static void OwnerIsStoredFirst()
    {
        PlayerSupport support = Open();
        storage.IsFull = true;
        Check(support.Tickets.Create(Ticket("On a full disk")) != null, "it is kept in memory");
        storage.IsFull = false;
        support.Tickets.Create(Ticket("Afterwards"));
        Check(Files("player.json").Length == 1 && Files("0*.json").Length == 1, "the owner is stored too");
        Run(support, 6);
        support.Dispose();
        support = Open();
        Check(support.Outbox.Entries().Count == 2, "both are there after a restart");
        support.Dispose();
    }

    private static void SecondProcessIsRefused()
    {
        PlayerSupport first = Open();
        first.Start();
        PlayerSupport second = Open();
        Check(second.Tickets.Create(Ticket("From the second")) == null, "it keeps nothing");
        second.Start();
        Run(second, 1);
        Check(Has("storage-in-use") && transport.Requests.Count == 0, "it is told, and sends nothing");
        first.Dispose();
        Run(second);
        Check(second.Tickets.Create(Ticket("Afterwards")) != null, "it goes on later");
        second.Dispose();
    }

    private static void DeepJsonIsRefused()
    {
        string deep = new string('[', 100000);
        Check(Json.ParseObject(Encoding.UTF8.GetBytes("{\"a\":" + deep)) == null, "deep");
        string[] all = { "", "{", "{\"a\"}", "{\"a\":1,}", "{\"a\":tru}", "{\"a\":\"\\u12\"}", "{}x", "[]" };
        foreach (string wrong in all)
            Check(Json.ParseObject(Encoding.UTF8.GetBytes(wrong)) == null, wrong);
    }

    private static void TextsStayTheSame()
    {
        var text = new JsonObject { { "a", "\"\\/\b\f\n\r\t\u0001\u2028\ud83d\ude00" }, { "b", 1.5 }, { "c", 5L } };
        JsonObject read = Json.ParseObject(Json.Bytes(text));
        Check(read.Text("a") == text.Text("a") && read.Number("b") == 1.5 && read.Number("c") == 5, "the same");
        Check(Json.Text(new JsonObject { { "a", "x\ud83d" } }).Contains("\ufffd"), "half a pair");
        JsonObject escaped = Json.ParseObject(Encoding.UTF8.GetBytes("{\"a\":\"\\ud83d\\ude00\"}"));
        Check(escaped.Text("a") == "\ud83d\ude00", "pair");
    }

    private static void RetryAfterSurvivesStart()
    {
        PlayerSupport support = Open();
        support.Start();
        support.Update();
        transport.Respond = request => request.Url.EndsWith("/tickets")
            ? new FakeTransport.Answer { Status = 503, Headers = "Retry-After: 100" } : FakeTransport.Usual(request);
        support.Tickets.Create(Ticket("Wait"));
        Run(support);
        support.Stop();
        support.Start();
        support.Outbox.SendNow();
        Run(support, 80);
        Check(transport.CountOf("/tickets") == 1, "the server told to wait");
        Run(support, 100);
        Check(transport.CountOf("/tickets") == 2, "then it is tried again");
        support.Dispose();
    }

    private static void ExpiredEntryFails()
    {
        PlayerSupport support = Open();
        transport.Respond = request => request.Url.EndsWith("/tickets") ? null : FakeTransport.Usual(request);
        support.Start();
        support.Tickets.Create(Ticket("Tried long ago"));
        Run(support);
        clock.Monotonic += 6.1 * 86400000;
        // A try can be under way.
        Run(support, 1);
        support.Outbox.SendNow();
        // One try can be under way.
        Run(support, 60);
        OutboxEntry entry = support.Outbox.Entries()[0];
        Check(entry.State == EntryState.Failed && entry.Error.Slug == "outbox-expired", "it fails");
        support.Dispose();
    }

    private static void OutboxIsBounded()
    {
        PlayerSupport support = Open();
        for (int number = 0; number < 200; number++) Check(support.Tickets.Create(Ticket("x")) != null, "200 fit");
        Check(support.Tickets.Create(Ticket("x")) == null, "201 do not");
        support.Update();
        SupportError full = errors.Find(error => error.Slug == "outbox-full");
        Check(full.Message == "200 entries are pending or failed.", "it is told");
        support.Start();
        Run(support, 60);
        Check(support.Outbox.Entries().Count == 20 && Files("0*.json").Length == 20, "20 sent ones stay");
        support.Dispose();
    }

    private static void ErasedFolderIsEmpty()
    {
        PlayerSupport support = Open("one");
        support.Tickets.Create(Ticket("Secret", new NewFile { Name = "a.log", Bytes = new byte[10] }));
        support.SignOut(true);
        support.Update();
        Check(Files("*-0").Length == 0 && Files("0*.json").Length == 0, "all is gone");
        Check(Files("player.json").Length == 1, "the player without a user is there");
        support.Dispose();
    }

    private static void KillLeavesNoFiles()
    {
        PlayerSupport support = Open();
        support.Tickets.Create(Ticket("Text", new NewFile { Name = "a.log", Bytes = new byte[10] }));
        support.Dispose();
        string files = Path.GetDirectoryName(Files("*-0")[0]);
        string player = Path.GetDirectoryName(files);
        // Of a message that was never stored, a write in the middle, and an erase in the middle.
        File.WriteAllText(Path.Combine(files, Guid.NewGuid().ToString("N") + "-0"), "x");
        File.WriteAllText(Path.Combine(files, "b.new"), "x");
        Directory.CreateDirectory(player + "0/files");
        File.WriteAllText(player + "0/files/c", "x");
        support = Open();
        support.Start();
        Check(Files("*").Length == 4, "lock, player, entry and file: " + string.Join(", ", Files("*")));
        Run(support);
        Check(Files("*-0").Length == 0, "sent");
        support.Dispose();
    }

    private static void RefusedAttachmentIsTold()
    {
        PlayerSupport support = Open();
        transport.Respond = request => request.Url.EndsWith("/tickets")
            ? new FakeTransport.Answer { Body = "{\"ticketId\":\"tkt_1\",\"refusedAttachments\":[\"att_1\"]}" }
            : FakeTransport.Usual(request);
        support.Start();
        support.Tickets.Create(Ticket("Text", new NewFile { Name = "a.log", Bytes = new byte[10] }));
        Run(support);
        Check(told[told.Count - 1].Files[0].Error.Slug == "file-lost", "it is told");
        support.Dispose();
    }

    private static void WrongUseFailsAtOnce()
    {
        PlayerSupport support = Open();
        Throws(() => new PlayerSupport(new PlayerSupportOptions { BaseUrl = "support.example.com" }));
        Throws(() => support.Tickets.Create(new NewTicket { Type = "bug" }));
        Throws(() => support.Tickets.Create(Ticket("x", new NewFile())));
        Throws(() => support.Tickets.Reply("", "x"));
        Throws(() => support.Tickets.List(null));
        Throws(() => support.SetUser(new string('x', 201)));
        var wrong = new NewTicket { Type = "bug", Subject = "x", Message = "x" };
        wrong.Answers = new Dictionary<string, object> { { "level", 3 } };
        Throws(() => support.Tickets.Create(wrong));
        wrong.FormVersion = 1;
        Check(support.Tickets.Create(wrong) != null, "with the version");
        wrong.Answers["when"] = DateTime.UtcNow;
        Throws(() => support.Tickets.Create(wrong));
        support.Dispose();
    }

    private static void Throws(Action wrong)
    {
        try
        {
            wrong();
        }
        catch (ArgumentException error)
        {
            Check(error.Message.Length > 10, "a sentence");
            return;
        }
        throw new Exception("accepted");
    }

    private static void ListenerThatThrowsStopsNothing()
    {
        PlayerSupport support = Open();
        support.Start();
        Action<OutboxEntry> broken = entry => { throw new InvalidOperationException("mine"); };
        support.OnOutbox += broken;
        support.Tickets.Create(Ticket("Text"));
        int thrown = 0;
        for (int frame = 0; frame < 50; frame++)
        {
            clock.Monotonic += 100;
            try
            {
                support.Update();
            }
            catch (InvalidOperationException)
            {
                thrown++;
            }
        }
        Check(thrown > 0 && support.Outbox.Entries()[0].State == EntryState.Sent, "it is sent all the same");
        support.Dispose();
    }

    private static void LongContextIsCut()
    {
        PlayerSupport support = Open();
        support.SetContext(new PlayerContext { AppVersion = new string('1', 100), OsVersion = "" });
        support.Start();
        Run(support);
        JsonObject sent = Json.ParseObject(transport.Requests[0].Body).Object("context");
        Check(sent.Text("appVersion").Length == 50 && sent.Count == 1, "cut");
        support.Dispose();
    }

    private static void PageOfTheServiceOnly()
    {
        PlayerSupport support = Open();
        string foreign = "{\"type\":\"https://proxy.example/problems/blocked\"}";
        transport.Respond = request => request.Url.EndsWith("/tickets")
            ? new FakeTransport.Answer { Status = 403, Body = foreign } : FakeTransport.Usual(request);
        support.Start();
        support.Tickets.Create(Ticket("Text"));
        Run(support, 1);
        Check(support.Outbox.Entries()[0].State == EntryState.Queued && Has("foreign-response"), "it waits");
        support.Dispose();
    }

    private static void RequestOfTheGame()
    {
        PlayerSupport support = Open();
        support.Start();
        const string path = "/api/v1/player/link";
        var token = new JsonObject { { "identityToken", "eyJ" } };
        transport.Respond = request => request.Url.EndsWith("/link")
            ? new FakeTransport.Answer { Body = "{\"playerId\":\"ply_1\"}" } : FakeTransport.Usual(request);
        Check(Answer(support, "POST", path, token) == "ply_1", "the body");
        TransportRequest sent = transport.Requests.Find(one => one.Url == "https://support.example.com" + path);
        Check(Encoding.UTF8.GetString(sent.Body) == "{\"identityToken\":\"eyJ\"}", "the token of the backend");
        Check(sent.Headers["Authorization"] == "Bearer pat_1" && sent.Method == "POST", "as the player");
        transport.Respond = request => new FakeTransport.Answer { Status = 204, Body = "" };
        Check(Answer(support, "DELETE", path, null) == "", "204");
        transport.Respond = request => new FakeTransport.Answer { Body = "<p>Log in</p>" };
        Check(Answer(support, "GET", path, null) == "foreign-response", "a login page");
        transport.Respond = request => new FakeTransport.Answer { Body = "[]" };
        Check(Answer(support, "GET", path, null) == "foreign-response", "a list");
        string refused = "{\"type\":\"/problems/identity-token-refused\"}";
        transport.Respond = request => new FakeTransport.Answer { Status = 403, Body = refused };
        Check(Answer(support, "POST", path, token) == "identity-token-refused", "a refusal");
        foreach (string wrong in new[] { null, "", "api/v1/player/link", "/api/v1/tickets", "/api/v1/player/a b" })
            Throws(() => support.Request("GET", wrong, null, (body, error) => { }));
        Throws(() => support.Request("get", path, null, (body, error) => { }));
        Throws(() => support.Request("GET", path, null, null));
        support.Dispose();
    }

    /// <summary>The id of the player in the answer, or the slug of the error.</summary>
    private static string Answer(PlayerSupport support, string method, string path, JsonObject sent)
    {
        string answer = null;
        support.Request(method, path, sent, (body, error) =>
            answer = error == null ? body.Text("playerId") ?? "" : error.Slug);
        Run(support, 1);
        return answer;
    }

    private static void TokenThatIsNoHeaderIsNotKept()
    {
        foreach (string token in new[] { "a\\nb", "\\u0001", "", new string('x', 100000) })
        {
            PlayerSupport support = Open();
            transport.Respond = request => request.Url.EndsWith("/identify")
                ? new FakeTransport.Answer { Body = "{\"playerAccessToken\":\"" + token + "\"}" }
                : FakeTransport.Usual(request);
            support.Start();
            support.Tickets.Create(Ticket("Text"));
            Run(support);
            Check(!transport.Requests.Exists(one => one.Headers.ContainsKey("Authorization")), "it is not used");
            transport.Respond = FakeTransport.Usual;
            Run(support, 60);
            Check(support.Outbox.Entries().TrueForAll(one => one.State == EntryState.Sent), "it is sent later");
            support.Dispose();
            Directory.Delete(folder, true);
        }
    }

    private static void StrangeIdsStopNothing()
    {
        foreach (string id in new[] { "\\ud800", new string('x', 70000), "" })
        {
            PlayerSupport support = Open();
            transport.Respond = request => request.Url.EndsWith("/tickets")
                ? new FakeTransport.Answer { Body = "{\"ticketId\":\"" + id + "\"}" } : FakeTransport.Usual(request);
            support.Start();
            string entry = support.Tickets.Create(Ticket("Text"));
            Run(support);
            support.Tickets.Reply(entry, "Reply");
            Run(support);
            transport.Respond = FakeTransport.Usual;
            var file = new NewFile { Name = new string('\u4e00', 9000), Bytes = new byte[9] };
            support.Tickets.Create(Ticket("Other", file));
            Run(support, 60);
            Check(support.Outbox.Entries().TrueForAll(one => one.State == EntryState.Sent), "all is sent");
            Check(transport.Requests.TrueForAll(one => one.Url.Length < 8000), "short paths");
            foreach (TransportRequest one in transport.Requests)
                foreach (string value in one.Headers.Values) Check(value.Length < 8000, "short headers");
            support.Dispose();
            Directory.Delete(folder, true);
        }
    }

    private static void CallbackThatAsksAgainEndsTheFrame()
    {
        PlayerSupport support = Open();
        int asked = 0;
        Action<List<TicketSummary>, SupportError> again = null;
        again = (tickets, error) =>
        {
            if (++asked < 1000) support.Tickets.List(again);
        };
        support.Tickets.List(again);
        support.Update();
        Check(asked == 1, "once in a frame, not " + asked);
        support.Dispose();
    }

    private static void LongWaitKeepsFiles()
    {
        foreach (string end in new[] { "/attachments", "/identify" })
        {
            PlayerSupport support = Open();
            transport.Respond = request => request.Url.EndsWith(end)
                ? new FakeTransport.Answer { Status = 503, Headers = "Retry-After: 600" }
                : FakeTransport.Usual(request);
            support.Start();
            support.Tickets.Create(Ticket("Text", new NewFile { Name = "a.log", Bytes = new byte[10] }));
            Run(support);
            Check(support.Outbox.Entries()[0].Files[0].Error == null, "a server in maintenance will take it");
            transport.Respond = FakeTransport.Usual;
            Run(support, 1000);
            Check(support.Outbox.Entries()[0].State == EntryState.Sent, "it is sent");
            Check(transport.CountOf("/attachments") >= 1, "with its file");
            support.Dispose();
            Directory.Delete(folder, true);
        }
    }

    private static void FloodOfMessagesStopsNothing()
    {
        var messages = new StringBuilder("{\"id\":\"0\"}");
        for (int number = 1; number < 200000; number++) messages.Append(",{\"id\":\"" + number + "\"}");
        PlayerSupport support = Open();
        transport.Respond = request => request.Url.Contains("/inbox")
            ? new FakeTransport.Answer { Body = "{\"messages\":[" + messages + "]}" } : FakeTransport.Usual(request);
        var watch = System.Diagnostics.Stopwatch.StartNew();
        support.Start();
        Run(support);
        Check(watch.ElapsedMilliseconds < 10000, "no long frame: " + watch.ElapsedMilliseconds);
        Check(support.Inbox.UnreadCount == 100, "100 are kept");
        support.Dispose();
    }

    private static void FoldersInPlaceOfFilesLoseNothing()
    {
        PlayerSupport support = Open();
        support.Tickets.Create(Ticket("Text"));
        support.Dispose();
        string owner = Files("player.json")[0];
        File.Move(owner, owner + "-kept");
        Directory.CreateDirectory(owner);
        support = Open();
        support.Start();
        Run(support);
        support.Dispose();
        Check(Files("0*.json").Length >= 1, "the text is there");
        foreach (string other in Files("player.json")) Directory.Delete(Path.GetDirectoryName(other), true);
        Directory.Delete(owner);
        File.Move(owner + "-kept", owner);
        Directory.CreateDirectory(Path.Combine(Path.Combine(Path.GetDirectoryName(owner), "outbox"), "x.new"));
        support = Open();
        support.Start();
        Run(support);
        Check(transport.CountOf("/tickets") == 1, "it is sent: " + string.Join(", ", errors));
        support.Dispose();
    }

    private static void FailedEntryHasAnError()
    {
        PlayerSupport support = Open();
        support.Tickets.Create(Ticket("Text"));
        support.Dispose();
        string entry = Files("0*.json")[0];
        File.WriteAllText(entry, File.ReadAllText(entry).Replace("\"pending\"", "\"failed\""));
        support = Open();
        Check(support.Outbox.Entries()[0].Error.Slug == "unknown", "also if the file has none");
        support.Dispose();
    }

    private static void LateAnswerIsNotForTheNextUser()
    {
        PlayerSupport support = Open("one");
        transport.Respond = request => request.Url.Contains("/inbox")
            ? new FakeTransport.Answer { Body = "{\"messages\":[{\"id\":\"a\",\"body\":\"Secret\"}]}" }
            : FakeTransport.Usual(request);
        support.OnMessage += message => support.SetUser("two");
        support.Start();
        List<InboxMessage> got = null;
        SupportError why = null;
        support.Inbox.Messages((messages, error) =>
        {
            got = messages;
            why = error;
        });
        Run(support);
        Check(got == null && why.Slug == "signed-out", "the other user does not get it");
        support.Dispose();
    }

    private static void StopsAndStartsDoNotPoll()
    {
        PlayerSupport support = Open();
        support.Start();
        Run(support);
        clock.Monotonic += 3600000;
        int before = transport.CountOf("/inbox");
        for (int number = 0; number < 100; number++)
        {
            support.Start();
            support.Update();
            support.Stop();
        }
        Check(transport.CountOf("/inbox") - before == 1, "one poll, not " + (transport.CountOf("/inbox") - before));
        support.Dispose();
    }

    private static void StoredErrorIsSmall()
    {
        string errorsOf = "{\"a\":[\"" + new string('e', 1000000) + "\"]}";
        PlayerSupport support = Open();
        transport.Respond = request => request.Url.EndsWith("/tickets") ? new FakeTransport.Answer
        {
            Status = 422,
            Body = "{\"type\":\"/problems/x\",\"detail\":\"" + new string('d', 1000000) + "\",\"errors\":" + errorsOf
                + "}",
        } : FakeTransport.Usual(request);
        support.Start();
        support.Tickets.Create(Ticket("Text"));
        Run(support);
        Check(support.Outbox.Entries()[0].State == EntryState.Failed, "it fails");
        Check(new FileInfo(Files("0*.json")[0]).Length < 10000, "its file stays small");
        support.Dispose();
    }

    private static void LinkIsNotWrittenThrough()
    {
        PlayerSupport support = Open();
        support.Tickets.Create(Ticket("Text"));
        string precious = Path.Combine(folder, "precious");
        File.WriteAllText(precious, "x");
        string session = Path.Combine(Path.GetDirectoryName(Files("player.json")[0]), "session.json.new");
        System.Diagnostics.Process.Start("ln", "-s " + precious + " " + session).WaitForExit();
        support.Start();
        Run(support);
        Check(File.ReadAllText(precious) == "x", "what it leads to stays");
        Check(Files("session.json").Length == 1, "it is stored all the same");
        support.Dispose();
    }
}
