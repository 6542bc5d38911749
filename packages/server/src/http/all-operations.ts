import type { Operation } from '../operations/operation.ts';
import { addTicketMessage } from '../player/add-ticket-message.ts';
import { answerQuestion } from '../player/answer-question.ts';
import { createSupportCode } from '../player/create-support-code.ts';
import { createTicket } from '../player/create-ticket.ts';
import { createUpload } from '../player/create-upload.ts';
import { deleteUpload } from '../player/delete-upload.ts';
import { getAttachmentFile } from '../player/get-attachment-file.ts';
import { getPlayerInbox } from '../player/get-player-inbox.ts';
import { getTicket } from '../player/get-ticket.ts';
import { getTicketTypes } from '../player/get-ticket-types.ts';
import { getUpload } from '../player/get-upload.ts';
import { identifyPlayer } from '../player/identify-player.ts';
import { linkPlayer } from '../player/link-player.ts';
import { listPlayerKnownIssues } from '../player/list-player-known-issues.ts';
import { listPlayerTickets } from '../player/list-player-tickets.ts';
import { listQuestions } from '../player/list-questions.ts';
import { listTicketNumbers } from '../player/list-ticket-numbers.ts';
import { markInboxMessageRead } from '../player/mark-inbox-message-read.ts';
import { sendPart } from '../player/send-part.ts';
import { subscribeToKnownIssue } from '../player/subscribe-to-known-issue.ts';
import { unlinkPlayer } from '../player/unlink-player.ts';
import { uploadAttachment } from '../player/upload-attachment.ts';
import { useSupportCode } from '../player/use-support-code.ts';
import * as team from './team-operations.ts';

/** In the order of the specification. */
export const playerOperations: readonly Operation[] = [
  identifyPlayer,
  createTicket,
  listPlayerTickets,
  getTicket,
  addTicketMessage,
  getPlayerInbox,
  markInboxMessageRead,
];

/** Beyond the specification, with the same rules. */
export const playerExtensions: readonly Operation[] = [
  getTicketTypes,
  listTicketNumbers,
  listPlayerKnownIssues,
  subscribeToKnownIssue,
  listQuestions,
  answerQuestion,
  uploadAttachment,
  createUpload,
  sendPart,
  getUpload,
  deleteUpload,
  getAttachmentFile,
  linkPlayer,
  unlinkPlayer,
  createSupportCode,
  useSupportCode,
];

/** Of the specification, with properties of extensions. */
export const extendedOperations: readonly Operation[] = [createTicket, addTicketMessage, getTicket];

/** All that a game can use. */
export const gameOperations: readonly Operation[] = [...playerOperations, ...playerExtensions];

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const placeOf = ({ url, method }: Operation) => `${url} ${METHODS.indexOf(method)}`;

/** The team API, in the order of its addresses. */
export const teamOperations: readonly Operation[] = Object.values<Operation>(team).sort((a, b) =>
  placeOf(a) < placeOf(b) ? -1 : 1,
);

export const allOperations: readonly Operation[] = [...gameOperations, ...teamOperations];
