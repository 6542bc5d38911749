import type { LocalizedText, NoticeId, NoticeText } from './notices.ts';

/** Most games show the title in a list, where the subject says which ticket it is about. */
const TITLE = '{{ticket.subject}}';

const texts = (resolved: string, closed: string, merged: string): Readonly<Record<NoticeId, NoticeText>> => ({
  'ticket-resolved': { title: TITLE, body: resolved },
  'ticket-closed': { title: TITLE, body: closed },
  'ticket-merged': { title: TITLE, body: merged },
});

/** By language. None has a region, so a team's text for a language never loses to a default. */
const DEFAULT_TEXTS: Readonly<Record<string, Readonly<Record<NoticeId, NoticeText>>>> = {
  en: texts(
    'This ticket was marked as resolved. If you still need help, reply to it and it opens again.',
    'This ticket was closed. If you need more help, please open a new one.',
    '“{{merged.subject}}” and “{{ticket.subject}}” are now one ticket. It has all messages of both tickets.',
  ),
  de: texts(
    'Dieses Ticket wurde als gelöst markiert. Brauchst du noch Hilfe? Dann antworte einfach, und es wird wieder geöffnet.',
    'Dieses Ticket wurde geschlossen. Wenn du weitere Hilfe brauchst, erstelle bitte ein neues.',
    '„{{merged.subject}}“ und „{{ticket.subject}}“ sind jetzt ein Ticket. Es enthält alle Nachrichten beider Tickets.',
  ),
  es: texts(
    'Hemos marcado este ticket como resuelto. Si todavía necesitas ayuda, responde y se volverá a abrir.',
    'Hemos cerrado este ticket. Si necesitas más ayuda, abre uno nuevo, por favor.',
    '«{{merged.subject}}» y «{{ticket.subject}}» son ahora un solo ticket. Contiene todos los mensajes de ambos.',
  ),
  fr: texts(
    'Ce ticket a été marqué comme résolu. Si vous avez encore besoin d’aide, répondez-y et il sera rouvert.',
    'Ce ticket a été fermé. Si vous avez encore besoin d’aide, n’hésitez pas à en ouvrir un nouveau.',
    '« {{merged.subject}} » et « {{ticket.subject}} » forment maintenant un seul ticket. Il contient tous les messages des deux.',
  ),
  it: texts(
    'Questo ticket è stato contrassegnato come risolto. Se hai ancora bisogno di aiuto, rispondi e verrà riaperto.',
    'Questo ticket è stato chiuso. Se hai ancora bisogno di aiuto, aprine uno nuovo.',
    '«{{merged.subject}}» e «{{ticket.subject}}» sono ora un unico ticket. Contiene tutti i messaggi di entrambi.',
  ),
  ja: texts(
    'このお問い合わせは解決済みになりました。まだお困りの場合は、ご返信いただくと対応を再開いたします。',
    'このお問い合わせは終了しました。引き続きサポートが必要な場合は、新しくお問い合わせください。',
    '「{{merged.subject}}」と「{{ticket.subject}}」を一つのお問い合わせにまとめました。両方のメッセージがすべて含まれています。',
  ),
  ko: texts(
    '이 문의는 해결된 것으로 처리되었습니다. 도움이 더 필요하시면 답장을 보내 주세요. 문의가 다시 열립니다.',
    '이 문의는 종료되었습니다. 도움이 더 필요하시면 새 문의를 남겨 주세요.',
    '‘{{merged.subject}}’ 문의와 ‘{{ticket.subject}}’ 문의가 하나로 합쳐졌습니다. 이 문의에는 두 문의의 모든 메시지가 있습니다.',
  ),
  pl: texts(
    'To zgłoszenie zostało oznaczone jako rozwiązane. Jeśli nadal potrzebujesz pomocy, odpowiedz, a otworzymy je ponownie.',
    'To zgłoszenie zostało zamknięte. Jeśli potrzebujesz dalszej pomocy, utwórz nowe.',
    '„{{merged.subject}}” i „{{ticket.subject}}” to teraz jedno zgłoszenie. Zawiera ono wszystkie wiadomości z obu.',
  ),
  pt: texts(
    'Este chamado foi marcado como resolvido. Se ainda precisar de ajuda, é só responder que ele será reaberto.',
    'Este chamado foi encerrado. Se precisar de mais ajuda, abra um novo.',
    '“{{merged.subject}}” e “{{ticket.subject}}” agora são um só chamado. Ele contém todas as mensagens dos dois.',
  ),
  ru: texts(
    'Это обращение отмечено как решённое. Если вам всё ещё нужна помощь, просто ответьте — и оно снова откроется.',
    'Это обращение закрыто. Если вам ещё нужна помощь, создайте новое.',
    'Обращения «{{merged.subject}}» и «{{ticket.subject}}» теперь объединены в одно. В нём есть все сообщения из обоих.',
  ),
  tr: texts(
    'Bu talep çözüldü olarak işaretlendi. Hâlâ yardıma ihtiyacınız varsa yanıtlamanız yeterli; talep yeniden açılır.',
    'Bu talep kapatıldı. Başka yardıma ihtiyacınız olursa lütfen yeni bir talep oluşturun.',
    '“{{merged.subject}}” ve “{{ticket.subject}}” artık tek bir talep. Bu talepte ikisinin tüm mesajları var.',
  ),
  zh: texts(
    '此工单已标记为已解决。如果您仍需要帮助，直接回复即可重新打开工单。',
    '此工单已关闭。如需更多帮助，请提交新的工单。',
    '“{{merged.subject}}”和“{{ticket.subject}}”已合并为一个工单。其中包含两个工单的所有消息。',
  ),
};

/** The default texts of a notice. English is the first. */
export function defaultTexts(notice: NoticeId): LocalizedText[] {
  return Object.entries(DEFAULT_TEXTS).map(([locale, texts]) => ({ locale, ...texts[notice] }));
}
