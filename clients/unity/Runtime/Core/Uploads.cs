using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace PlayerSupportClient
{
    /// <summary>Uploads the files of entries before their message is sent.</summary>
    internal sealed class Uploads
    {
        private const string Path = "/api/v1/player/attachments";
        private const string PartsPath = Path + "/resumable";

        /// <summary>For an upload or a part. Each byte adds time.</summary>
        private const int TimeoutMs = 30000;
        private const int BytesPerMs = 8;

        /// <summary>
        /// If the server wants a longer wait (its daily limit), the file is left out.
        /// </summary>
        private const double MaxWaitSeconds = 120;

        /// <summary>Questions for the offset after a 409.</summary>
        private const int MaxConflicts = 5;

        /// <summary>
        /// Of a stored file, with waits in between. Then the message is sent without it.
        /// </summary>
        private const int MaxReads = 3;

        /// <summary>The server keeps a file without a message for 7 days.</summary>
        private const double MaxAgeMs = 6 * 86400000.0;

        /// <summary>Servers refuse a request with a long header, and say no reason.</summary>
        private const int MaxName = 200;

        private readonly Player player;
        private readonly Outbox outbox;
        private readonly int partBytes;

        public Uploads(Player player, Outbox outbox, int partBytes)
        {
            this.player = player;
            this.outbox = outbox;
            this.partBytes = partBytes;
        }

        /// <summary>Uploads all files of an entry. Gets null, or why to try again.</summary>
        public void Send(OutboxEntry entry, Action<SupportError> done)
        {
            int index = entry.Files.FindIndex(one => !one.IsDone);
            if (index < 0)
            {
                // From now on the ids stay: a repeat must be the same request.
                var ids = new List<object>();
                foreach (OutboxFile file in entry.Files) if (file.AttachmentId != null) ids.Add(file.AttachmentId);
                entry.Body["attachments"] = ids;
                outbox.Changed(entry);
                done(null);
                return;
            }
            var upload = new Upload { Entry = entry, File = entry.Files[index] };
            upload.Done = (id, error) => FileDone(upload, id, error, done);
            SendFile(upload, Outbox.FileName(entry, index));
        }

        private sealed class Upload
        {
            public OutboxEntry Entry;
            public OutboxFile File;
            public byte[] Bytes;
            public int Conflicts;

            /// <summary>Gets the attachment's id, or an error.</summary>
            public Action<string, SupportError> Done;
        }

        private void FileDone(Upload upload, string id, SupportError error, Action<SupportError> done)
        {
            bool isRefused = error != null && !error.IsCancelled
                && (error.Slug == "file-lost" || error.IsFinalFor(Path) || IsLimit(error));
            if (error != null && !isRefused)
            {
                done(error);
                return;
            }
            upload.File.AttachmentId = id;
            upload.File.UploadedAt = player.ServerClock.Now;
            upload.File.Error = error;
            // A restart must not send it again.
            outbox.Changed(upload.Entry);
            Tell(upload, upload.File.Size);
            Send(upload.Entry, done);
        }

        /// <summary>The service does not take more files for long.</summary>
        private static bool IsLimit(SupportError error)
        {
            return error.Status == 429 && error.IsOf(Path) && error.RetryAfter > MaxWaitSeconds;
        }

        private void SendFile(Upload upload, string name)
        {
            try
            {
                upload.Bytes = player.Folder.Read(name);
            }
            catch (Exception error)
            {
                string slug = ++upload.File.FailedReads < MaxReads ? "storage" : "file-lost";
                upload.Done(null, SupportError.Local(slug, "The storage failed: " + error.Message));
                return;
            }
            if (upload.Bytes == null || upload.Bytes.Length != upload.File.Size)
                upload.Done(null, SupportError.Local("file-lost", "The device has lost the file."));
            else if (upload.Bytes.Length <= partBytes) SendWhole(upload);
            else if (upload.File.UploadId != null) AskForOffset(upload);
            else BeginParts(upload);
        }

        private void SendWhole(Upload upload)
        {
            var request = new Request
            {
                Path = Path,
                Body = upload.Bytes,
                // The server looks at the bytes: systems declare unknown types.
                ContentType = "application/octet-stream",
                Headers = { { "X-File-Name", Service.Escape(NameOf(upload.File)) } },
                Expects = new[] { "attachmentId" },
                TimeoutMs = TimeoutMs + upload.Bytes.Length / BytesPerMs,
                Progress = share => Tell(upload, (long)(share * upload.Bytes.Length)),
            };
            player.Session.Call(request, (response, error) =>
                upload.Done(error == null ? response.Body.Text("attachmentId") : null, error));
        }

        /// <summary>
        /// By the tus protocol, so that a lost connection costs one part at most.
        /// </summary>
        private void BeginParts(Upload upload)
        {
            string name = Convert.ToBase64String(Encoding.UTF8.GetBytes(NameOf(upload.File)));
            var request = new Request { Path = PartsPath, Expects = new[] { "attachmentId" } };
            request.Headers["Tus-Resumable"] = "1.0.0";
            request.Headers["Upload-Length"] = upload.Bytes.Length.ToString(CultureInfo.InvariantCulture);
            request.Headers["Upload-Metadata"] = "filename " + name;
            player.Session.Call(request, (response, error) =>
            {
                // An older server takes files only in one request.
                if (IsUnknown(error)) SendWhole(upload);
                else if (error != null) upload.Done(null, error);
                else
                {
                    KeepId(upload, response.Body.Text("attachmentId"));
                    SendPart(upload, 0);
                }
            });
        }

        private void SendPart(Upload upload, int offset)
        {
            if (offset >= upload.Bytes.Length)
            {
                upload.Done(upload.File.UploadId, null);
                return;
            }
            var part = new byte[Math.Min(partBytes, upload.Bytes.Length - offset)];
            Array.Copy(upload.Bytes, offset, part, 0, part.Length);
            var request = new Request
            {
                Method = "PATCH",
                Path = PartsPath + "/" + Service.Escape(upload.File.UploadId),
                Body = part,
                ContentType = "application/offset+octet-stream",
                ExpectedHeader = "Upload-Offset",
                TimeoutMs = TimeoutMs + part.Length / BytesPerMs,
                Progress = share => Tell(upload, offset + (long)(share * part.Length)),
            };
            request.Headers["Tus-Resumable"] = "1.0.0";
            request.Headers["Upload-Offset"] = offset.ToString(CultureInfo.InvariantCulture);
            player.Session.Call(request, (response, error) =>
            {
                if (IsUnknown(error)) StartOver(upload);
                else if (error?.Status == 409 && upload.Conflicts++ < MaxConflicts) AskForOffset(upload);
                else if (error != null) upload.Done(null, error);
                else GoOn(upload, response.Body.Number("Upload-Offset"), offset + 1);
            });
        }

        private void AskForOffset(Upload upload)
        {
            var request = new Request
            {
                Method = "GET",
                Path = PartsPath + "/" + Service.Escape(upload.File.UploadId),
                Expects = new[] { "attachmentId" },
            };
            request.Headers["Tus-Resumable"] = "1.0.0";
            player.Session.Call(request, (response, error) =>
            {
                if (IsUnknown(error))
                {
                    KeepId(upload, null);
                    BeginParts(upload);
                }
                else if (error != null) upload.Done(null, error);
                else GoOn(upload, response.Body.Number("offset"), 0);
            });
        }

        private void GoOn(Upload upload, double? offset, int least)
        {
            if (offset >= least && offset <= upload.Bytes.Length) SendPart(upload, (int)offset.Value);
            else upload.Done(null, SupportError.Local("foreign-response", "The answer has a wrong offset."));
        }

        private void StartOver(Upload upload)
        {
            KeepId(upload, null);
            upload.Done(null, SupportError.Local("network", "The server does not know the upload any more."));
        }

        /// <summary>The server does not know the path.</summary>
        private static bool IsUnknown(SupportError error)
        {
            return error != null && error.IsFinalFor(PartsPath)
                && (error.Status == 404 || error.Status == 405 || error.Status == 410);
        }

        private void KeepId(Upload upload, string id)
        {
            upload.File.UploadId = id;
            outbox.Changed(upload.Entry);
        }

        /// <summary>Windows allows half a character in a name, which cannot be encoded.</summary>
        private static string NameOf(OutboxFile file)
        {
            return Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(Models.Cut(file.Name, MaxName)));
        }

        private void Tell(Upload upload, long sentOfFile)
        {
            var progress = new UploadProgress { EntryId = upload.Entry.Id, Sent = sentOfFile };
            foreach (OutboxFile file in upload.Entry.Files)
            {
                progress.Total += file.Size;
                if (file != upload.File && file.IsDone) progress.Sent += file.Size;
            }
            player.Tell.Upload(progress);
        }

        /// <summary>
        /// Before the first try of a message: files that the server may have removed are uploaded
        /// again.
        /// </summary>
        public bool ForgetOld(OutboxEntry entry)
        {
            if (entry.TriedAt != null) return false;
            double oldest = player.ServerClock.Now - MaxAgeMs;
            List<OutboxFile> old = entry.Files.FindAll(one => one.AttachmentId != null && one.UploadedAt < oldest);
            foreach (OutboxFile file in old) file.AttachmentId = file.UploadId = null;
            if (old.Count > 0) entry.Body.Remove("attachments");
            return old.Count > 0;
        }

        /// <summary>
        /// The server can refuse a file with the message: it has removed it, or has used it
        /// already.
        /// </summary>
        public void TellRefused(OutboxEntry entry, JsonObject result)
        {
            foreach (object id in result.List("refusedAttachments") ?? new List<object>())
            {
                OutboxFile file = entry.Files.Find(one => one.AttachmentId == id as string);
                if (file != null) file.Error = SupportError.Local("file-lost", "The server does not have the file.");
            }
        }
    }
}
