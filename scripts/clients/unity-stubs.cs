// What generated C# uses of Unity and Newtonsoft.Json, so that it compiles without them. Nothing runs.
using System;
using System.Collections.Generic;

namespace UnityEngine
{
    public class AsyncOperation
    {
        public event Action<AsyncOperation> completed;
        public bool isDone { get; set; }
        protected void Complete() { completed(this); }
    }

    public static class Debug
    {
        public static void LogError(object message) { }
    }

    public class WWWForm
    {
        public void AddField(string name, string value) { }
        public void AddBinaryData(string name, byte[] contents) { }
        public void AddBinaryData(string name, byte[] contents, string file) { }
    }
}

namespace UnityEngine.Networking
{
    public class CertificateHandler { }

    public class UploadHandler { }

    public class DownloadHandler
    {
        public string text { get; set; }
        public byte[] data { get; set; }
    }

    public class DownloadHandlerBuffer : DownloadHandler { }

    public interface IMultipartFormSection { }

    public class MultipartFormDataSection : IMultipartFormSection
    {
        public MultipartFormDataSection(string name, string data) { }
    }

    public class UnityWebRequestAsyncOperation : AsyncOperation
    {
        public UnityWebRequest webRequest { get; set; }
    }

    public class UnityWebRequest : IDisposable
    {
        public enum Result { InProgress, Success, ConnectionError, ProtocolError, DataProcessingError }

        public UnityWebRequest(string url, string method) { }
        public static UnityWebRequest Post(string url, WWWForm form) { return null; }
        public static UnityWebRequest Post(string url, List<IMultipartFormSection> form) { return null; }
        public static UnityWebRequest Put(string url, byte[] data) { return null; }
        public static UnityWebRequest Put(string url, string data) { return null; }

        public string method { get; set; }
        public string url { get; set; }
        public Uri uri { get; set; }
        public int timeout { get; set; }
        public long responseCode { get; set; }
        public string error { get; set; }
        public bool isDone { get; set; }
        public bool isNetworkError { get; set; }
        public bool isHttpError { get; set; }
        public Result result { get; set; }
        public DownloadHandler downloadHandler { get; set; }
        public UploadHandler uploadHandler { get; set; }
        public CertificateHandler certificateHandler { get; set; }

        public void SetRequestHeader(string name, string value) { }
        public string GetResponseHeader(string name) { return null; }
        public Dictionary<string, string> GetResponseHeaders() { return null; }
        public UnityWebRequestAsyncOperation SendWebRequest() { return null; }
        public void Abort() { }
        public void Dispose() { }
    }
}

namespace Newtonsoft.Json
{
    public enum ConstructorHandling { AllowNonPublicDefaultConstructor }

    public enum Formatting { Indented }

    public class JsonConstructorAttribute : Attribute { }

    public class JsonConverterAttribute : Attribute
    {
        public JsonConverterAttribute(Type type) { }
    }

    public abstract class JsonConverter { }

    public enum MissingMemberHandling { Ignore, Error }

    public class JsonSerializerSettings
    {
        public ConstructorHandling ConstructorHandling { get; set; }
        public MissingMemberHandling MissingMemberHandling { get; set; }
        public Serialization.IContractResolver ContractResolver { get; set; }
    }

    public static class JsonConvert
    {
        public static string SerializeObject(object value) { return null; }
        public static string SerializeObject(object value, Formatting formatting) { return null; }
        public static string SerializeObject(object value, JsonSerializerSettings settings) { return null; }
        public static object DeserializeObject(string value, Type type, JsonSerializerSettings settings) { return null; }
    }
}

namespace Newtonsoft.Json.Converters
{
    public class StringEnumConverter : JsonConverter { }

    public class IsoDateTimeConverter : JsonConverter
    {
        public string DateTimeFormat { get; set; }
    }
}

namespace Newtonsoft.Json.Linq { }

namespace Newtonsoft.Json.Serialization
{
    public class ErrorEventArgs : EventArgs { }

    public interface IContractResolver { }

    public class CamelCaseNamingStrategy
    {
        public bool OverrideSpecifiedNames { get; set; }
        public bool ProcessDictionaryKeys { get; set; }
    }

    public class DefaultContractResolver : IContractResolver
    {
        public CamelCaseNamingStrategy NamingStrategy { get; set; }
    }
}
