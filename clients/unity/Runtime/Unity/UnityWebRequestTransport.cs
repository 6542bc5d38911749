using System;
using System.Collections.Generic;
using System.IO;
using UnityEngine.Networking;

namespace PlayerSupportClient
{
    /// <summary>
    /// Sends requests with UnityWebRequest, which works on all platforms, also in WebGL.
    /// </summary>
    public sealed class UnityWebRequestTransport : ITransport
    {
        public ITransportCall Send(TransportRequest request)
        {
            return new WebCall(request);
        }

        private sealed class WebCall : ITransportCall
        {
            private UnityWebRequest web;
            private readonly LimitedDownload download;
            private TransportResponse response;
            private string failure;

            public WebCall(TransportRequest request)
            {
                download = new LimitedDownload(request.MaxResponseBytes);
                bool hasBody = request.Body != null && request.Body.Length > 0;
                UploadHandler upload = hasBody ? new UploadHandlerRaw(request.Body) : null;
                web = new UnityWebRequest(request.Url, request.Method, download, upload);
                // The token must not follow a redirect to another host.
                web.redirectLimit = 0;
                web.timeout = (request.TimeoutMs + 999) / 1000;
                web.useHttpContinue = false;
                try
                {
                    foreach (KeyValuePair<string, string> header in request.Headers)
                        web.SetRequestHeader(header.Key, header.Value);
                    web.SendWebRequest();
                }
                catch
                {
                    // Unity refuses some headers, and plain HTTP unless the player settings allow it.
                    web.Dispose();
                    throw;
                }
            }

            public bool IsDone
            {
                get
                {
                    if (web != null && web.isDone) Finish();
                    return web == null;
                }
            }

            public float UploadProgress
            {
                get { return web == null ? 1 : Math.Max(0, web.uploadProgress); }
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
                if (web == null) return;
                web.Abort();
                web.Dispose();
                web = null;
            }

            private void Finish()
            {
                bool isResponse = web.result == UnityWebRequest.Result.Success
                    || web.result == UnityWebRequest.Result.ProtocolError;
                // A redirect that was not followed counts as a failed connection on some platforms.
                bool isRedirect = web.responseCode >= 300 && web.responseCode < 400;
                if (isResponse || isRedirect)
                {
                    Dictionary<string, string> headers = web.GetResponseHeaders();
                    response = new TransportResponse
                    {
                        Status = (int)web.responseCode,
                        Headers = new Dictionary<string, string>(
                            headers ?? new Dictionary<string, string>(), StringComparer.OrdinalIgnoreCase),
                        Body = download.Bytes,
                    };
                }
                else failure = web.error ?? "no response";
                web.Dispose();
                web = null;
            }
        }

        /// <summary>Ends a response that is too long before it fills the memory.</summary>
        private sealed class LimitedDownload : DownloadHandlerScript
        {
            private readonly MemoryStream received = new MemoryStream();
            private readonly int maxBytes;

            public LimitedDownload(int maxBytes)
            {
                this.maxBytes = maxBytes;
            }

            public byte[] Bytes
            {
                get { return received.ToArray(); }
            }

            protected override bool ReceiveData(byte[] data, int dataLength)
            {
                if (received.Length + dataLength > maxBytes) return false;
                received.Write(data, 0, dataLength);
                return true;
            }
        }
    }
}
