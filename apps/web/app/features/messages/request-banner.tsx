import type { MemberSummary } from '@commons/contract/members';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useAnswerRequest, useBlockMember } from './requests.api.ts';

/** Somebody who is not a connection wrote first: the member decides how it goes on. */
export const RequestBanner = ({ member }: { member: MemberSummary }) => {
  const [isBlocking, setIsBlocking] = useState(false);
  const navigate = useNavigate();
  const leave = () => void navigate(paths.messages);
  const answer = useAnswerRequest(member, leave);
  const block = useBlockMember(member, leave);
  const name = member.displayName;
  return (
    <section aria-label="Message request" className="border-b border-line bg-primary-soft px-4 py-3">
      <p className="text-sm">
        <span className="font-semibold wrap-anywhere">{name}</span> would like to write to you. They do not see whether
        you read this. If you reply, you accept.
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button
          size="small"
          isPending={answer.isPending && answer.variables}
          disabled={answer.isPending}
          onClick={() => answer.mutate(true)}
        >
          Accept
        </Button>
        <Button variant="secondary" size="small" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
          Decline
        </Button>
        <Button variant="quiet" size="small" onClick={() => setIsBlocking(true)}>
          Block
        </Button>
      </div>
      <Confirm
        isOpen={isBlocking}
        onOpenChange={setIsBlocking}
        title={`Block ${name}?`}
        text="You will no longer see each other: no messages, no posts, no comments, no profile. They are not told, and you can take it back in Settings whenever you like."
        confirmLabel="Block"
        isDestructive
        isPending={block.isPending}
        onConfirm={() => block.mutate()}
      />
    </section>
  );
};
