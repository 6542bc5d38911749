// A driver for a client in C#, with Newtonsoft.Json. Replace each TODO. ../README.md has the protocol.
using System;
using System.IO;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

public static class Driver
{
    static readonly TextWriter Output =
        new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)) { AutoFlush = true, NewLine = "\n" };

    class Failed : Exception
    {
        public Failed(string slug) : base(slug) { }
    }

    // The client's events call it. If they come from other threads, lock it.
    static void Tell(JObject message)
    {
        Output.WriteLine(message.ToString(Formatting.None));
    }

    // Writes a ticket or a reply. The client's events tell what becomes of it.
    static void Write(JObject command)
    {
        // TODO: Tell(new JObject { { "event", "stored" }, { "message", ... }, { "entry", ... } });
    }

    // Returns the result of a command. Throws Failed.
    static JToken Answer(JObject command)
    {
        switch ((string)command["command"])
        {
            case "start":
                // TODO: create the client with baseUrl, projectPublicKey and storage of the command.
                throw new Failed("not-implemented");
            case "stop":
            case "entries":
            case "list":
            case "get":
            case "inbox":
            case "markRead":
                throw new Failed("not-implemented"); // TODO
            default:
                throw new Failed("unknown-command");
        }
    }

    public static void Main()
    {
        Tell(JObject.Parse("{\"event\":\"hello\",\"protocol\":1,\"client\":\"My client 1.0\",\"capabilities\":[]}"));
        var input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
        // If the client must be updated in each frame, read the lines in a thread.
        for (var line = input.ReadLine(); line != null; line = input.ReadLine())
        {
            var command = JObject.Parse(line);
            var name = (string)command["command"];
            if (name == "create" || name == "reply")
            {
                Write(command);
                continue;
            }
            var done = new JObject { { "event", "done" }, { "id", command["id"] } };
            try { done["result"] = Answer(command); }
            catch (Failed error) { done["slug"] = error.Message; }
            Tell(done);
        }
    }
}
