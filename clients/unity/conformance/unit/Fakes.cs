using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using PlayerSupportClient;

/// <summary>Answers at once, as the service would.</summary>
internal sealed class FakeTransport : ITransport
{
    public readonly List<TransportRequest> Requests = new List<TransportRequest>();

    /// <summary>The status, headers (Name: value) and body by request. Null: no response.</summary>
    public Func<TransportRequest, Answer> Respond = Usual;

    public sealed class Answer
    {
        public int Status = 200;
        public string Headers = "";
        public string Body = "{}";
    }

    public static Answer Usual(TransportRequest request)
    {
        string path = new Uri(request.Url).AbsolutePath;
        if (path.EndsWith("/identify")) return new Answer { Body = "{\"playerAccessToken\":\"pat_1\"}" };
        if (path.EndsWith("/inbox")) return new Answer { Body = "{\"messages\":[],\"nextPollAfterSeconds\":60}" };
        if (path.EndsWith("/attachments")) return new Answer { Status = 201, Body = "{\"attachmentId\":\"att_1\"}" };
        if (path.EndsWith("/tickets")) return new Answer { Status = 201, Body = "{\"ticketId\":\"tkt_1\"}" };
        return new Answer { Body = "{\"messageId\":\"msg_1\"}" };
    }

    public int CountOf(string end)
    {
        return Requests.FindAll(one => new Uri(one.Url).AbsolutePath.EndsWith(end)).Count;
    }

    public ITransportCall Send(TransportRequest request)
    {
        Requests.Add(request);
        return new Call(Respond(request));
    }

    private sealed class Call : ITransportCall
    {
        public bool IsDone { get { return true; } }
        public float UploadProgress { get { return 1; } }
        public TransportResponse Response { get; private set; }
        public string Failure { get { return "offline"; } }

        public Call(Answer answer)
        {
            if (answer == null) return;
            var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
            foreach (string line in answer.Headers.Split(new[] { '\n' }, StringSplitOptions.RemoveEmptyEntries))
                headers[line.Split(':')[0]] = line.Substring(line.IndexOf(':') + 1).Trim();
            Response = new TransportResponse
            {
                Status = answer.Status, Headers = headers, Body = Encoding.UTF8.GetBytes(answer.Body),
            };
        }

        public void Close() { }
    }
}

internal sealed class FakeClock : IClock
{
    public double Monotonic { get; set; }

    public double Wall
    {
        get { return 1.8e12 + Monotonic; }
    }
}

/// <summary>A folder whose disk can be full.</summary>
internal sealed class FakeStorage : FileStorage
{
    public bool IsFull;

    public FakeStorage(string folder) : base(folder) { }

    public override void Write(string name, byte[] bytes)
    {
        if (IsFull) throw new IOException("the disk is full");
        base.Write(name, bytes);
    }
}
