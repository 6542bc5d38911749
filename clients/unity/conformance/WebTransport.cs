using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Threading;
using PlayerSupportClient;

/// <summary>
/// HttpWebRequest, whose work happens on other threads. The client asks the calls in Update.
/// </summary>
internal sealed class WebTransport : ITransport
{
    /// <summary>How much faster the time of the suite runs than time-outs.</summary>
    private readonly double timeoutFactor;

    public WebTransport(double timeoutFactor)
    {
        this.timeoutFactor = timeoutFactor;
        ServicePointManager.DefaultConnectionLimit = 50;
        ServicePointManager.Expect100Continue = false;
    }

    public ITransportCall Send(TransportRequest request)
    {
        return new WebCall(request, (int)(request.TimeoutMs * timeoutFactor));
    }

    private sealed class WebCall : ITransportCall
    {
        private const int BufferBytes = 64 * 1024;

        private readonly TransportRequest request;
        private readonly HttpWebRequest web;
        private readonly Timer timer;
        private volatile bool isDone;
        private TransportResponse response;
        private string failure;
        private volatile float progress;

        public WebCall(TransportRequest request, int timeoutMs)
        {
            this.request = request;
            web = (HttpWebRequest)WebRequest.Create(request.Url);
            web.Method = request.Method;
            web.AllowAutoRedirect = false;
            // A connection that the server has closed would be used again, and the request sent twice.
            web.KeepAlive = false;
            web.Proxy = null;
            foreach (KeyValuePair<string, string> header in request.Headers)
            {
                if (header.Key == "Content-Type") web.ContentType = header.Value;
                else web.Headers[header.Key] = header.Value;
            }
            timer = new Timer(_ => Fail("time-out"), null, timeoutMs, Timeout.Infinite);
            ThreadPool.QueueUserWorkItem(_ => Run());
        }

        public bool IsDone
        {
            get { return isDone; }
        }

        public float UploadProgress
        {
            get { return progress; }
        }

        public TransportResponse Response
        {
            get { return response; }
        }

        public string Failure
        {
            get { return failure; }
        }

        public void Close()
        {
            Fail("closed");
        }

        private void Run()
        {
            try
            {
                if (request.Method != "GET") SendBody(request.Body ?? new byte[0]);
                Receive();
            }
            catch (Exception error)
            {
                Fail(error.Message);
            }
        }

        private void SendBody(byte[] body)
        {
            web.ContentLength = body.Length;
            using (Stream stream = web.GetRequestStream())
            {
                for (int at = 0; at < body.Length; at += BufferBytes)
                {
                    stream.Write(body, at, Math.Min(BufferBytes, body.Length - at));
                    progress = Math.Min(1f, (at + BufferBytes) / (float)body.Length);
                }
            }
        }

        private void Receive()
        {
            HttpWebResponse received;
            try
            {
                received = (HttpWebResponse)web.GetResponse();
            }
            catch (WebException error)
            {
                received = error.Response as HttpWebResponse;
                if (received == null) throw;
            }
            using (received)
            {
                var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
                foreach (string name in received.Headers.AllKeys) headers[name] = received.Headers[name];
                var whole = new TransportResponse { Status = (int)received.StatusCode, Headers = headers };
                whole.Body = ReadBody(received);
                Finish(whole, null);
            }
        }

        private byte[] ReadBody(HttpWebResponse received)
        {
            var body = new MemoryStream();
            var buffer = new byte[BufferBytes];
            Stream stream = received.GetResponseStream();
            for (int count = 1; stream != null && count > 0;)
            {
                count = stream.Read(buffer, 0, buffer.Length);
                body.Write(buffer, 0, count);
                if (body.Length > request.MaxResponseBytes) throw new IOException("the response is too long");
            }
            if (received.StatusCode != HttpStatusCode.NotModified && body.Length < received.ContentLength)
                throw new IOException("the response is cut");
            return body.ToArray();
        }

        private void Fail(string why)
        {
            if (Finish(null, why)) web.Abort();
        }

        /// <summary>Only the first result counts.</summary>
        private bool Finish(TransportResponse result, string why)
        {
            lock (web)
            {
                if (isDone) return false;
                response = result;
                failure = why;
                isDone = true;
            }
            timer.Dispose();
            return true;
        }
    }
}
