using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Security.Cryptography;
using System.Text;

namespace PlayerSupportClient
{
    /// <summary>One HTTP request.</summary>
    public sealed class TransportRequest
    {
        public string Method;
        public string Url;
        public Dictionary<string, string> Headers;

        /// <summary>Null: no body.</summary>
        public byte[] Body;

        /// <summary>From the beginning to the last byte of the response, in milliseconds.</summary>
        public int TimeoutMs;

        /// <summary>A longer response fails, in bytes.</summary>
        public int MaxResponseBytes;
    }

    /// <summary>A request under way. The client asks it in Update.</summary>
    public interface ITransportCall
    {
        /// <summary>True when the response has arrived whole, or failed.</summary>
        bool IsDone { get; }

        /// <summary>The share of the request's body that is sent, from 0 to 1.</summary>
        float UploadProgress { get; }

        /// <summary>The response once it is done. Null: there is none, see Failure.</summary>
        TransportResponse Response { get; }

        /// <summary>Why there is no response.</summary>
        string Failure { get; }

        /// <summary>
        /// Ends the request if it is under way, and frees what it holds. Called once.
        /// </summary>
        void Close();
    }

    /// <summary>A whole response.</summary>
    public sealed class TransportResponse
    {
        public int Status;

        /// <summary>Create it with StringComparer.OrdinalIgnoreCase.</summary>
        public Dictionary<string, string> Headers;

        public byte[] Body;
    }

    /// <summary>Sends requests. It never follows redirects, and checks certificates.</summary>
    public interface ITransport
    {
        /// <summary>Begins a request and returns at once.</summary>
        ITransportCall Send(TransportRequest request);
    }

    /// <summary>
    /// Keeps files by names such as players/one/player.json. A method that fails throws any
    /// exception: then the client tries again.
    /// </summary>
    public interface IStorage
    {
        /// <summary>
        /// Takes the storage for this process. Throws StorageInUseException if another has it.
        /// </summary>
        void Open();

        /// <summary>Gives it back.</summary>
        void Close();

        /// <summary>The bytes of a file. Null if there is none.</summary>
        byte[] Read(string name);

        /// <summary>
        /// Replaces a file as a whole: after a crash it has the old or the new bytes.
        /// </summary>
        void Write(string name, byte[] bytes);

        /// <summary>Removes a file, or a folder with all that is in it, if it is there.</summary>
        void Remove(string name);

        /// <summary>
        /// The names in a folder, without the folder's. Empty if there is no such folder.
        /// </summary>
        List<string> List(string folder);
    }

    /// <summary>Another process uses the storage.</summary>
    public sealed class StorageInUseException : Exception
    {
        public StorageInUseException() : base("Another process uses the storage.") { }
    }

    public interface IClock
    {
        /// <summary>Milliseconds that never go back, from any beginning.</summary>
        double Monotonic { get; }

        /// <summary>Milliseconds since 1970 by the device's clock, which can be wrong.</summary>
        double Wall { get; }
    }

    public sealed class SystemClock : IClock
    {
        public double Monotonic
        {
            get { return Stopwatch.GetTimestamp() * 1000.0 / Stopwatch.Frequency; }
        }

        public double Wall
        {
            get { return Times.Milliseconds(DateTime.UtcNow); }
        }
    }

    internal static class Chance
    {
        private static readonly Random Spread = new Random();

        /// <summary>128 bits of the system's generator, as 32 hexadecimal digits.</summary>
        public static string Id()
        {
            var bytes = new byte[16];
            using (RandomNumberGenerator generator = RandomNumberGenerator.Create()) generator.GetBytes(bytes);
            var text = new StringBuilder();
            foreach (byte one in bytes) text.Append(one.ToString("x2"));
            return text.ToString();
        }

        /// <summary>From 0 to 1: enough to spread waits, not for secrets.</summary>
        public static double Share()
        {
            return Spread.NextDouble();
        }
    }
}
