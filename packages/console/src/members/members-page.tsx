import { Button } from '@mantine/core';
import type { CreatedInvitationResponse } from '@player-support/contract/team/invitations';
import type { ListedMemberResponse } from '@player-support/contract/team/members';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { membersQuery } from '../data/queries/members.ts';
import { useHasRole, useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Page } from '../ui/page.tsx';
import { Rows } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { FactorSetting } from './factor-setting.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { MemberRow } from './member-row.tsx';

export function MembersPage() {
  const { t } = useText();
  const members = useQuery(membersQuery);
  const { projectIds } = useMember();
  const isOwner = useHasRole('owner') && projectIds === null;
  const [inviting, setInviting] = useState(false);
  const [edited, setEdited] = useState<ListedMemberResponse>();
  const [created, setCreated] = useState<CreatedInvitationResponse>();
  return (
    <Page
      title={t('settings.members')}
      actions={
        <Button onClick={() => setInviting(true)} leftSection={<IconUserPlus size={16} aria-hidden />}>
          {t('members.invite')}
        </Button>
      }
    >
      <LoadedList query={members} list={members.data?.members}>
        <Rows label={t('settings.members')}>
          {members.data?.members.map((member) => (
            <MemberRow key={member.id} member={member} onEdit={() => setEdited(member)} />
          ))}
        </Rows>
      </LoadedList>
      {isOwner && <FactorSetting />}
      <Section title={t('invitations.title')} text={t('invitations.text')}>
        <InvitationList members={members.data?.members ?? []} />
      </Section>
      {inviting && <InviteDialog onCreated={setCreated} onClose={() => setInviting(false)} />}
      {edited !== undefined && (
        <MemberDialog member={edited} onLinkCreated={setCreated} onClose={() => setEdited(undefined)} />
      )}
      {created !== undefined && <LinkDialog created={created} onClose={() => setCreated(undefined)} />}
    </Page>
  );
}
