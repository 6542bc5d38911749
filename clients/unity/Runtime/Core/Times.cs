using System;
using System.Collections.Generic;
using System.Globalization;

namespace PlayerSupportClient
{
    internal static class Times
    {
        private const double FirstWait = 2000;
        private const double MaxWait = 900000;

        /// <summary>A longer Retry-After counts as this, in seconds.</summary>
        private const double MaxRetryAfter = 3600;

        private static readonly DateTime Beginning = new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc);
        private const DateTimeStyles Utc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;

        public static double Milliseconds(DateTime time)
        {
            return (time - Beginning).TotalMilliseconds;
        }

        /// <summary>Reads a time of ISO 8601 or of an HTTP header. Null if it is none.</summary>
        public static double? Parse(string text)
        {
            DateTime time;
            bool isTime = DateTime.TryParse(text, CultureInfo.InvariantCulture, Utc, out time);
            return isTime ? Milliseconds(time) : (double?)null;
        }

        public static string Iso(double milliseconds)
        {
            return Beginning.AddMilliseconds(milliseconds)
                .ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
        }

        /// <summary>
        /// Doubles from 1 to 2 seconds up to 15 minutes, and at least what the server asks for.
        /// Random, so that clients do not come back together.
        /// </summary>
        public static double BackOff(int failures, double retryAfterSeconds)
        {
            double longest = Math.Min(MaxWait, FirstWait * Math.Pow(2, Math.Min(failures, 20)));
            double shortest = Math.Max(longest / 2, retryAfterSeconds * 1000);
            return shortest + Chance.Share() * Math.Max(longest, shortest) * 0.5;
        }

        /// <summary>
        /// Retry-After in seconds. A date is compared with the response's own Date: the device's
        /// clock can be wrong.
        /// </summary>
        public static double? RetryAfter(Dictionary<string, string> headers, IClock clock)
        {
            string text;
            if (!headers.TryGetValue("Retry-After", out text)) return null;
            double seconds;
            if (!double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out seconds))
            {
                double? until = Parse(text);
                if (until == null) return null;
                seconds = (until.Value - OfResponse(headers, clock)) / 1000;
            }
            return seconds >= 0 ? Math.Min(seconds, MaxRetryAfter) : (double?)null;
        }

        /// <summary>The response's Date. Without one, the device's time.</summary>
        public static double OfResponse(Dictionary<string, string> headers, IClock clock)
        {
            string date;
            return (headers.TryGetValue("Date", out date) ? Parse(date) : null) ?? clock.Wall;
        }
    }

    /// <summary>The server's last Date, and the monotonic clock since then.</summary>
    internal sealed class ServerClock
    {
        /// <summary>
        /// More means that the device slept, or that its clock was set: ask the server again.
        /// </summary>
        private const double MaxDrift = 43200000;

        private readonly IClock clock;
        private double offset;
        private double deviceOffset = double.NaN;

        public ServerClock(IClock clock)
        {
            this.clock = clock;
        }

        public void Learn(Dictionary<string, string> headers)
        {
            deviceOffset = clock.Wall - clock.Monotonic;
            offset = Times.OfResponse(headers, clock) - clock.Monotonic;
        }

        /// <summary>False before the first response.</summary>
        public bool IsKnown
        {
            get { return Math.Abs(clock.Wall - clock.Monotonic - deviceOffset) < MaxDrift; }
        }

        /// <summary>Milliseconds since 1970.</summary>
        public double Now
        {
            get { return offset + clock.Monotonic; }
        }
    }
}
