import type { MemberSummary } from '@commons/contract/members/schemas';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { moveFocus } from '../../ui/focus.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { MemberAvatarLink, MemberName } from '../../ui/member-link.tsx';
import { LoadedSettings } from '../../ui/settings-section.tsx';
import { blocksQuery, mutesQuery, useHide } from './hidden-members.api.ts';

/** Lists the muted and the blocked members, with buttons to undo each. */
export function HiddenMembersSections() {
  const mutes = useQuery(mutesQuery);
  const blocks = useQuery(blocksQuery);
  return (
    <>
      <Section
        title="Muted members"
        text="Their posts stay out of your feed. They are not notified, and you can still visit their profiles."
        empty="You have not muted anyone."
        list={mutes}
        change="unmuted"
        label="Unmute"
      />
      <Section
        title="Blocked members"
        text="You and they cannot see each other anywhere. They are not notified."
        empty="You have not blocked anyone."
        list={blocks}
        change="unblocked"
        label="Unblock"
      />
    </>
  );
}

type SectionProps = Pick<RowProps, 'change' | 'label'> & {
  title: string;
  text: string;
  empty: string;
  list: UseQueryResult<MemberSummary[]>;
};

function Section({ title, text, empty, list, ...row }: SectionProps) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  // The pressed button disappears with its row.
  const onRemoved = () => moveFocus(headingRef.current);
  return (
    <LoadedSettings
      title={title}
      text={text}
      headingRef={headingRef}
      query={list}
      loading={<Skeleton className="h-6 w-2/3" />}
      failedText="The list could not be loaded."
    >
      {(members) =>
        members.length === 0 ? (
          <p className="text-sm">{empty}</p>
        ) : (
          <ul className="-my-3 divide-y divide-line">
            {members.map((member) => (
              <Row key={member.id} member={member} {...row} onRemoved={onRemoved} />
            ))}
          </ul>
        )
      }
    </LoadedSettings>
  );
}

type RowProps = { member: MemberSummary; change: 'unmuted' | 'unblocked'; label: string; onRemoved: () => void };

function Row({ member, change, label, onRemoved }: RowProps) {
  const hide = useHide(member);
  const nameClass = 'min-w-0 flex-1 basis-24 text-sm';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      {change === 'unmuted' ? (
        <>
          <MemberAvatarLink member={member} size="small" />
          <MemberName member={member} className={nameClass} />
        </>
      ) : (
        // No link: the profile is not visible while the member is blocked.
        <>
          <Avatar id={member.id} name={member.displayName} imageUrl={member.profileImageUrl} size="small" />
          <span dir="auto" className={`${nameClass} font-semibold wrap-anywhere`}>
            {member.displayName}
          </span>
        </>
      )}
      <Button
        variant="secondary"
        size="small"
        isPending={hide.isPending}
        onClick={() => hide.mutate(change, { onSuccess: onRemoved })}
      >
        {label}
        <span className="sr-only"> {member.displayName}</span>
      </Button>
    </li>
  );
}
