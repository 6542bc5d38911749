using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Text;
using System.Threading;
using PlayerSupportClient;

/// <summary>
/// The driver of the conformance suite: commands from standard input, events to standard output.
/// </summary>
internal static class Driver
{
    /// <summary>The least of the service, so that files of a few parts stay small.</summary>
    private const int PartBytes = 256 * 1024;
    private const int FrameMs = 2;

    private static readonly Stream Output = Console.OpenStandardOutput();
    private static readonly BlockingCollection<string> Lines = new BlockingCollection<string>();
    private static PlayerSupport support;
    private static FastClock clock;

    private static void Main()
    {
        ThreadPool.SetMinThreads(16, 16);
        string[] capabilities =
        {
            "fastTime", "clock", "slowStorage", "replyBeforeSent", "users", "sendNow", "retry", "files", "fileParts",
        };
        Write(new JsonObject
        {
            { "event", "hello" }, { "protocol", 1 }, { "client", "Unity client (core on mono)" },
            { "capabilities", new List<object>(capabilities) },
        });
        new Thread(ReadLines) { IsBackground = true }.Start();
        while (!Lines.IsCompleted)
        {
            string line;
            if (Lines.TryTake(out line, FrameMs)) Do(Json.ParseObject(Encoding.UTF8.GetBytes(line)));
            if (clock != null) clock.Tick();
            if (support != null) support.Update();
        }
    }

    /// <summary>Only a line feed ends a line.</summary>
    private static void ReadLines()
    {
        var input = new BufferedStream(Console.OpenStandardInput(), 64 * 1024);
        var line = new MemoryStream();
        for (int one = input.ReadByte(); one >= 0; one = input.ReadByte())
        {
            if (one != '\n')
            {
                line.WriteByte((byte)one);
                continue;
            }
            Lines.Add(Encoding.UTF8.GetString(line.ToArray()));
            line.SetLength(0);
        }
        Lines.CompleteAdding();
    }

    private static void Write(JsonObject json)
    {
        byte[] bytes = Json.Bytes(json);
        Output.Write(bytes, 0, bytes.Length);
        Output.WriteByte((byte)'\n');
        Output.Flush();
    }

    private static void Do(JsonObject command)
    {
        string id = command.Text("id");
        switch (command.Text("command"))
        {
            case "start":
                Start(command);
                break;
            case "stop":
                support.Dispose();
                support = null;
                break;
            case "create":
                support.Tickets.Create(new NewTicket
                {
                    Type = command.Text("type"),
                    Subject = command.Text("subject"),
                    Message = command.Text("message"),
                    Files = FilesOf(command),
                });
                return;
            case "reply":
                support.Tickets.Reply(command.Text("ticket"), command.Text("message"), FilesOf(command));
                return;
            case "entries":
                Done(id, support.Outbox.Entries().ConvertAll(EntryJson));
                return;
            case "list":
                support.Tickets.List((tickets, error) => Done(id, error, tickets, one => new JsonObject
                {
                    { "id", one.Id }, { "status", one.Status }, { "subject", one.Subject },
                }));
                return;
            case "get":
                Get(id, command.Text("ticketId"));
                return;
            case "inbox":
                support.Inbox.Messages((messages, error) => Done(id, error, messages, one => new JsonObject
                {
                    { "id", one.Id }, { "body", one.Body }, { "read", one.ReadAt != null },
                }));
                return;
            case "markRead":
                support.Inbox.MarkRead(command.Text("messageId"), error =>
                {
                    if (error == null) Done(id, null);
                    else Failed(id, error);
                });
                return;
            case "setUser":
                support.SetUser(command.Text("userId"));
                break;
            case "signOut":
                support.SignOut(command.Flag("erase"));
                break;
            case "sendNow":
                support.Outbox.SendNow();
                break;
            case "retry":
                support.Outbox.Retry(EntryOf(command));
                break;
            case "discard":
                support.Outbox.Discard(EntryOf(command));
                break;
        }
        Done(id, null);
    }

    private static string EntryOf(JsonObject command)
    {
        OutboxEntry entry = support.Outbox.Entries().Find(one => one.Message == command.Text("message"));
        return entry == null ? "" : entry.Id;
    }

    private static void Start(JsonObject command)
    {
        double speed = command.Number("speed") ?? 1;
        clock = new FastClock(speed, command.Number("clockOffset") ?? 0);
        JsonObject context = command.Object("context") ?? new JsonObject();
        support = new PlayerSupport(new PlayerSupportOptions
        {
            BaseUrl = command.Text("baseUrl"),
            ProjectPublicKey = command.Text("projectPublicKey"),
            Storage = new SlowStorage(command.Text("storage"), (int)(command.Number("storageDelay") ?? 0)),
            Transport = new WebTransport(Math.Min(speed, 10) / speed),
            Clock = clock,
            UserId = command.Text("userId"),
            PartBytes = (int)(command.Number("partBytes") ?? PartBytes),
            Context = new PlayerContext
            {
                AppVersion = context.Text("appVersion"),
                BuildNumber = context.Text("buildNumber"),
                Platform = context.Text("platform"),
                Locale = context.Text("locale"),
                DeviceModel = context.Text("deviceModel"),
                OsVersion = context.Text("osVersion"),
            },
        });
        support.OnOutbox += TellEntry;
        support.OnMessage += one => Write(new JsonObject
        {
            { "event", "message" }, { "id", one.Id }, { "body", one.Body },
        });
        support.OnUnread += count => Write(new JsonObject { { "event", "unread" }, { "count", count } });
        support.OnError += error => Write(new JsonObject { { "event", "error" }, { "slug", error.Slug } });
        support.Start();
    }

    private static List<NewFile> FilesOf(JsonObject command)
    {
        return command.Objects("files").ConvertAll(one => new NewFile
        {
            Name = one.Text("name"),
            Type = one.Text("type"),
            Bytes = Convert.FromBase64String(one.Text("content")),
        });
    }

    private static void Get(string id, string ticketId)
    {
        support.Tickets.Get(ticketId, (ticket, error) =>
        {
            if (error != null)
            {
                Failed(id, error);
                return;
            }
            List<object> messages = ticket.Messages.ConvertAll(one => (object)new JsonObject
            {
                { "id", one.Id }, { "authorType", one.AuthorType }, { "message", one.Message },
            });
            Done(id, new JsonObject { { "id", ticket.Id }, { "messages", messages } });
        });
    }

    private static void TellEntry(OutboxEntry entry)
    {
        foreach (OutboxFile file in entry.Files)
        {
            if (file.IsStored) TellFile("fileStored", entry, file);
            if (file.Error != null) TellFile("fileMissing", entry, file);
        }
        var json = new JsonObject
        {
            { "message", entry.Message }, { "entry", entry.Id }, { "ticketId", entry.TicketId },
        };
        if (entry.State == EntryState.Sent) json["event"] = "sent";
        else if (entry.State == EntryState.Failed)
        {
            json["event"] = "failed";
            json["slug"] = entry.Error.Slug;
        }
        else if (entry.IsStored) json["event"] = "stored";
        else return;
        Write(json);
    }

    private static void TellFile(string what, OutboxEntry entry, OutboxFile file)
    {
        var json = new JsonObject { { "event", what }, { "message", entry.Message }, { "name", file.Name } };
        if (file.Error != null) json["slug"] = file.Error.Slug;
        Write(json);
    }

    private static object EntryJson(OutboxEntry entry)
    {
        var json = new JsonObject { { "message", entry.Message } };
        bool isSettled = entry.State == EntryState.Sent || entry.State == EntryState.Failed;
        json["state"] = isSettled ? entry.State.ToString().ToLowerInvariant() : "pending";
        if (entry.Error != null) json["slug"] = entry.Error.Slug;
        json["missing"] = entry.Files.FindAll(file => file.Error != null).ConvertAll(
            file => (object)new JsonObject { { "name", file.Name }, { "slug", file.Error.Slug } });
        return json;
    }

    private static void Done(string id, object result)
    {
        Write(new JsonObject { { "event", "done" }, { "id", id }, { "result", result } });
    }

    private static void Done<T>(string id, SupportError error, List<T> list, Func<T, JsonObject> json)
    {
        if (error != null) Failed(id, error);
        else Done(id, list.ConvertAll(one => (object)json(one)));
    }

    private static void Failed(string id, SupportError error)
    {
        Write(new JsonObject { { "event", "done" }, { "id", id }, { "slug", error.Slug } });
    }

    /// <summary>
    /// Runs faster than real time. A process that was stopped for a moment loses no time.
    /// </summary>
    private sealed class FastClock : IClock
    {
        private const double MaxFrameMs = 20;

        private readonly double speed;
        private readonly double offset;
        private readonly Stopwatch watch = Stopwatch.StartNew();
        private double lastMs;
        private double now;

        public FastClock(double speed, double offset)
        {
            this.speed = speed;
            this.offset = offset;
        }

        public void Tick()
        {
            double real = watch.Elapsed.TotalMilliseconds;
            now += Math.Min(real - lastMs, MaxFrameMs) * speed;
            lastMs = real;
        }

        public double Monotonic
        {
            get { return now; }
        }

        public double Wall
        {
            get { return (DateTime.UtcNow - new DateTime(1970, 1, 1)).TotalMilliseconds + offset; }
        }
    }

    private sealed class SlowStorage : FileStorage
    {
        private readonly int delayMs;

        public SlowStorage(string folder, int delayMs) : base(folder)
        {
            this.delayMs = delayMs;
        }

        public override void Write(string name, byte[] bytes)
        {
            if (delayMs > 0) Thread.Sleep(delayMs);
            base.Write(name, bytes);
        }
    }
}
