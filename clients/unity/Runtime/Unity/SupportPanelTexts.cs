using System;

namespace PlayerSupportClient
{
    /// <summary>All texts of the panel. Translate them in the inspector or from code.</summary>
    [Serializable]
    public sealed class SupportPanelTexts
    {
        public string Help = "Help";
        public string New = "New";
        public string Tickets = "Tickets";
        public string Inbox = "Inbox";
        public string Close = "Close";
        public string About = "About: ";
        public string WriteHere = "What happened?";
        public string ReplyHere = "Your reply";
        public string Screenshot = "Screenshot: ";
        public string Yes = "yes";
        public string No = "no";
        public string NoAnswer = "-";
        public string Required = " (required)";
        public string Send = "Send";
        public string MessageMissing = "Please write what happened.";
        public string AnswerMissing = "Please answer: ";
        public string NotKept = "This cannot be sent now. Please try again later.";
        public string Loading = "Loading ...";
        public string Offline = "No connection. What you wrote is kept and sent later.";
        public string Nothing = "Nothing here yet.";
        public string Waiting = "waits to be sent";
        public string Failed = "was not accepted: ";
        public string Retry = "Try again";
        public string Discard = "Remove";
        public string You = "You";
        public string Team = "Support";
        public string Closed = "This ticket is closed.";
        public string File = "File: ";
        public string FileMissing = "Sent without the file: ";
    }
}
