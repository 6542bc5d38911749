using System;
using System.Collections.Generic;
using System.Text;
using System.Text.RegularExpressions;

namespace PlayerSupportClient
{
    internal sealed class Request
    {
        public string Method = "POST";
        public string Path;
        public byte[] Body;
        public string ContentType = "application/json";
        public Dictionary<string, string> Headers = new Dictionary<string, string>();

        /// <summary>Fields of the response: texts, or lists if the name ends with [].</summary>
        public string[] Expects = new string[0];

        public int TimeoutMs = 20000;

        /// <summary>
        /// The response to a part of a file has no body: this header becomes a field of it.
        /// </summary>
        public string ExpectedHeader;

        /// <summary>Gets the share of the body that is sent, from 0 to 1.</summary>
        public Action<float> Progress;
    }

    internal sealed class Response
    {
        public int Status;
        public Dictionary<string, string> Headers;

        /// <summary>Empty if it is no object of JSON.</summary>
        public JsonObject Body;
        public bool IsObject;
    }

    /// <summary>Gets a response of the service, or an error.</summary>
    internal delegate void Answered(Response response, SupportError error);

    /// <summary>
    /// Sends requests, and tells answers of the service from those of anything else on the way.
    /// </summary>
    internal sealed class Service
    {
        private const int MaxResponseBytes = 4 * 1024 * 1024;

        private const int MaxTextLength = 2000;

        private static readonly Regex ProblemType = new Regex(@"^/problems/([\w-]+)\z");
        private static readonly Regex ProjectCode = new Regex(@"^project_\w+\z");

        private readonly string baseUrl;
        private readonly ITransport transport;
        private readonly IClock clock;
        private readonly List<Exchange> exchanges = new List<Exchange>();

        public readonly ServerClock ServerClock;

        private sealed class Exchange
        {
            public Request Request;
            public Answered Answered;
            public ITransportCall Call;
            public string Failure;
            public float Progress;
        }

        public Service(string baseUrl, ITransport transport, IClock clock)
        {
            this.baseUrl = baseUrl;
            this.transport = transport;
            this.clock = clock;
            ServerClock = new ServerClock(clock);
        }

        /// <summary>Answers in a later Update, or in Cancel.</summary>
        public void Send(Request request, Answered answered)
        {
            var headers = new Dictionary<string, string>(request.Headers);
            if (request.Body != null) headers["Content-Type"] = request.ContentType;
            var exchange = new Exchange { Request = request, Answered = answered };
            try
            {
                exchange.Call = transport.Send(new TransportRequest
                {
                    Method = request.Method,
                    Url = baseUrl + request.Path,
                    Headers = headers,
                    Body = request.Body,
                    TimeoutMs = request.TimeoutMs,
                    MaxResponseBytes = MaxResponseBytes,
                });
            }
            catch (Exception error)
            {
                exchange.Failure = error.Message;
            }
            exchanges.Add(exchange);
        }

        public void Update()
        {
            for (int index = 0; index < exchanges.Count;)
            {
                Exchange exchange = exchanges[index];
                if (exchange.Call != null && !exchange.Call.IsDone)
                {
                    TellProgress(exchange);
                    index++;
                    continue;
                }
                exchanges.RemoveAt(index);
                Finish(exchange);
            }
        }

        /// <summary>Ends all requests. Their answers get this error before it returns.</summary>
        public void Cancel(SupportError reason)
        {
            List<Exchange> ended = new List<Exchange>(exchanges);
            exchanges.Clear();
            foreach (Exchange exchange in ended)
            {
                if (exchange.Call != null) exchange.Call.Close();
                exchange.Answered(null, reason);
            }
        }

        private static void TellProgress(Exchange exchange)
        {
            if (exchange.Request.Progress == null) return;
            float progress = exchange.Call.UploadProgress;
            if (progress <= exchange.Progress) return;
            exchange.Progress = progress;
            exchange.Request.Progress(Math.Min(progress, 1));
        }

        private void Finish(Exchange exchange)
        {
            TransportResponse raw = exchange.Call == null ? null : exchange.Call.Response;
            string failure = exchange.Call == null ? exchange.Failure : exchange.Call.Failure;
            if (exchange.Call != null) exchange.Call.Close();
            if (raw == null || raw.Status <= 0 || (raw.Body != null && raw.Body.Length > MaxResponseBytes))
            {
                exchange.Answered(null, SupportError.Local("network", "No response: " + failure));
                return;
            }
            JsonObject body = Json.ParseObject(raw.Body);
            var response = new Response
            {
                Status = raw.Status,
                Headers = raw.Headers,
                Body = body ?? new JsonObject(),
                IsObject = body != null,
            };
            SupportError error = ErrorOf(exchange.Request, response);
            exchange.Answered(error == null ? response : null, error);
        }

        /// <summary>
        /// Null if it is a success of the service. It learns the time from its responses.
        /// </summary>
        private SupportError ErrorOf(Request request, Response response)
        {
            int status = response.Status;
            if (status >= 300 && status < 400 && status != 304)
                return SupportError.Local("redirect", "The baseUrl redirects.");
            string slug = SlugOf(response.Body);
            // A proxy, a hotel's login page or a wrong server can answer.
            bool isOfService = status == 304 ? request.Headers.ContainsKey("If-None-Match")
                : status >= 300 ? slug != ""
                : status >= 200 && HasFields(request, response);
            if (isOfService) ServerClock.Learn(response.Headers);
            else if (status < 500 && status != 429)
                return SupportError.Local("foreign-response", "Another server answered " + status + ".");
            if (status < 400) return null;
            return SupportError.OfResponse(slug, request.Path, response, Times.RetryAfter(response.Headers, clock));
        }

        /// <summary>
        /// For a part of a URL or a header. Uri.EscapeDataString alone throws for half a character.
        /// </summary>
        public static string Escape(string text)
        {
            return Uri.EscapeDataString(Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text)));
        }

        /// <summary>Of a response. A longer one could not be sent in a path.</summary>
        private static bool IsText(string value)
        {
            return !string.IsNullOrEmpty(value) && value.Length <= MaxTextLength;
        }

        private static bool HasFields(Request request, Response response)
        {
            string name = request.ExpectedHeader;
            if (name != null)
            {
                string value;
                if (!response.Headers.TryGetValue(name, out value)) return false;
                response.Body[name] = value;
            }
            else if (!response.IsObject && response.Status != 204) return false;
            foreach (string field in request.Expects)
            {
                bool isThere = field.EndsWith("[]", StringComparison.Ordinal)
                    ? response.Body.List(field.Substring(0, field.Length - 2)) != null
                    : IsText(response.Body.Text(field));
                if (!isThere) return false;
            }
            return true;
        }

        /// <summary>Of a problem of the service, or of identify's 404. Otherwise empty.</summary>
        private static string SlugOf(JsonObject body)
        {
            string type = body.Text("type");
            if (!string.IsNullOrEmpty(type)) return ProblemType.Match(type).Groups[1].Value;
            JsonObject error = body.Object("error");
            return ProjectCode.Match((error == null ? null : error.Text("code")) ?? "").Value;
        }
    }
}
