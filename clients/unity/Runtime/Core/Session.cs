using System;
using System.Collections.Generic;
using System.Text.RegularExpressions;

namespace PlayerSupportClient
{
    /// <summary>
    /// Sends requests as the player. It identifies when there is no token, or when it is refused.
    /// </summary>
    internal sealed class Session
    {
        private const string FileName = "session.json";

        /// <summary>
        /// A refused token that is younger was replaced by another device with a copy of this
        /// storage.
        /// </summary>
        private const double SoonMs = 600000;

        /// <summary>Doubles with each token that is soon replaced.</summary>
        private const double FirstWaitMs = 500;
        private const double MaxWaitMs = 300000;

        /// <summary>
        /// It becomes a header. One with other characters could never be sent, nor be refused.
        /// </summary>
        private static readonly Regex TokenForm = new Regex(@"^[!-~]{1,2000}\z");

        private readonly Service service;
        private readonly PlayerFolder folder;
        private readonly IClock clock;
        private readonly string installationId;
        private readonly string projectPublicKey;
        private readonly Func<JsonObject> identity;

        private string token;

        /// <summary>What the server has, as JSON.</summary>
        private string sentIdentity;

        /// <summary>Of the newest token of this run.</summary>
        private double issuedAt = double.NegativeInfinity;

        /// <summary>
        /// A refused token must be this old before it is replaced, in milliseconds.
        /// </summary>
        private double wait;

        /// <summary>Calls that share the identify under way. Null: there is none.</summary>
        private List<Action<SupportError>> waiting;

        public Session(Service service, PlayerFolder folder, IClock clock, string installationId,
            string projectPublicKey, Func<JsonObject> identity)
        {
            this.service = service;
            this.folder = folder;
            this.clock = clock;
            this.installationId = installationId;
            this.projectPublicKey = projectPublicKey;
            this.identity = identity;
            JsonObject stored = folder.ReadJson(FileName);
            token = stored == null ? null : stored.Text("token");
            if (token != null && !TokenForm.IsMatch(token)) token = null;
            sentIdentity = stored == null ? null : stored.Text("identity");
        }

        public void Call(Request request, Answered answered)
        {
            WithToken(null, error => Send(request, false, error, answered));
        }

        private void Send(Request request, bool isSecondTry, SupportError noToken, Answered answered)
        {
            if (noToken != null)
            {
                answered(null, noToken);
                return;
            }
            string used = token;
            request.Headers["Authorization"] = "Bearer " + used;
            service.Send(request, (response, error) =>
            {
                // If a second token is refused, a third does not help.
                if (error == null || error.Status != 401 || isSecondTry) answered(response, error);
                else WithToken(used, noNewToken => Send(request, true, noNewToken, answered));
            });
        }

        /// <summary>Gets a token other than the refused one.</summary>
        private void WithToken(string refused, Action<SupportError> then)
        {
            JsonObject current = identity();
            if (token != null && token != refused && sentIdentity == Json.Text(current))
            {
                then(null);
                return;
            }
            if (waiting != null)
            {
                waiting.Add(then);
                return;
            }
            double age = clock.Monotonic - issuedAt;
            bool isSoon = refused != null && refused == token && age <= SoonMs;
            if (isSoon && age < wait)
            {
                then(SupportError.Local("installation-in-use", null, (wait - age) / 1000));
                return;
            }
            double nextWait = isSoon ? Math.Min(2 * wait + FirstWaitMs, MaxWaitMs) : 0;
            waiting = new List<Action<SupportError>> { then };
            Identify(current, nextWait);
        }

        private void Identify(JsonObject current, double nextWait)
        {
            string text = Json.Text(current);
            current["projectPublicKey"] = projectPublicKey;
            current["installationId"] = installationId;
            var request = new Request
            {
                Path = "/api/v1/player/identify",
                Body = Json.Bytes(current),
                Expects = new[] { "playerAccessToken" },
            };
            service.Send(request, (response, error) =>
            {
                if (error == null && !TokenForm.IsMatch(response.Body.Text("playerAccessToken")))
                    error = SupportError.Local("foreign-response", "The access token is no token.");
                if (error == null)
                {
                    token = response.Body.Text("playerAccessToken");
                    sentIdentity = text;
                    issuedAt = clock.Monotonic;
                    wait = nextWait;
                    var stored = new JsonObject { { "token", token }, { "identity", text } };
                    folder.Save(FileName, () => Json.Bytes(stored));
                }
                List<Action<SupportError>> calls = waiting;
                waiting = null;
                foreach (Action<SupportError> call in calls) call(error);
            });
        }
    }
}
