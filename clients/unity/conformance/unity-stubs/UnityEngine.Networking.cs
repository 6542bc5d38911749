// See UnityEngine.cs.
using System;
using System.Collections.Generic;

namespace UnityEngine.Networking
{
    public class AsyncOperation : YieldInstruction { }
    public class UnityWebRequestAsyncOperation : AsyncOperation { }

    public class DownloadHandler : IDisposable
    {
        public void Dispose() { }
        protected virtual bool ReceiveData(byte[] data, int dataLength) { return true; }
    }

    public class DownloadHandlerScript : DownloadHandler { }

    public class UploadHandler : IDisposable
    {
        public void Dispose() { }
    }

    public sealed class UploadHandlerRaw : UploadHandler
    {
        public UploadHandlerRaw(byte[] data) { }
    }

    public class UnityWebRequest : IDisposable
    {
        public enum Result { InProgress, Success, ConnectionError, ProtocolError, DataProcessingError }

        public UnityWebRequest(string url, string method, DownloadHandler download, UploadHandler upload) { }
        public int redirectLimit { get; set; }
        public int timeout { get; set; }
        public bool useHttpContinue { get; set; }
        public bool isDone { get { return false; } }
        public Result result { get { return Result.InProgress; } }
        public long responseCode { get { return 0; } }
        public float uploadProgress { get { return 0; } }
        public string error { get { return null; } }
        public void SetRequestHeader(string name, string value) { }
        public Dictionary<string, string> GetResponseHeaders() { return null; }
        public UnityWebRequestAsyncOperation SendWebRequest() { return null; }
        public void Abort() { }
        public void Dispose() { }
    }
}
