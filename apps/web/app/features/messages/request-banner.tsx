import type { MemberSummary } from '@commons/contract/members';
import { useEffect } from 'react';
import { registerLive } from '../../lib/live.ts';
import { Button } from '../../ui/button.tsx';
import { useAnswerRequest } from './requests.api.ts';

type RequestBannerProps = {
  member: MemberSummary;
  onReport: () => void;
  onBlock: () => void;
  /** Called when the request was declined, here or in another tab. */
  onDeclined: () => void;
};

/** Somebody who is not a connection wrote first: the member decides how it goes on. */
export const RequestBanner = ({ member, onReport, onBlock, onDeclined }: RequestBannerProps) => {
  const answer = useAnswerRequest(member, onDeclined);
  useEffect(
    () =>
      registerLive({
        frames: {
          'request.answered': ({ userId, isAccepted }) => {
            if (userId === member.id && !isAccepted) onDeclined();
          },
        },
      }),
    [member.id, onDeclined],
  );
  return (
    <section aria-label="Message request" className="border-b border-line bg-primary-soft px-4 py-3">
      <p className="text-sm">
        <span className="font-semibold wrap-anywhere">{member.displayName}</span> would like to write to you. They do
        not see whether you read this. If you reply, you accept.
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
        <Button
          variant="secondary"
          size="small"
          isPending={answer.isPending && !answer.variables}
          disabled={answer.isPending}
          onClick={() => answer.mutate(false)}
        >
          Decline
        </Button>
        <Button variant="quiet" size="small" onClick={onReport}>
          Report
        </Button>
        <Button variant="quiet" size="small" onClick={onBlock}>
          Block
        </Button>
      </div>
    </section>
  );
};
