import type { Post } from '@commons/contract/feed/schemas';
import { pollCalls } from '@commons/contract/polls/calls';
import type { Poll } from '@commons/contract/polls/schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError, explainFailure, showFailure } from '../../lib/api-error.ts';
import { useIsHydrated } from '../../lib/hydration.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { choiceClass } from '../../ui/choices.tsx';
import { classNames } from '../../ui/class-names.ts';
import { moveFocus, useFocusRestored } from '../../ui/focus.tsx';
import { useTimeText } from '../../ui/relative-time.tsx';
import { optionVotes, timeLeft, voteCount, voteCounted } from './feed.texts.ts';
import { applyPoll, pollKeys, postLists } from './posts.cache.ts';

type PostPollProps = { post: Post; poll: Poll; name: string };

/** A poll: a ballot, or the results after voting. Votes are secret. */
export const PostPoll = ({ post, poll, name }: PostPollProps) => {
  const [isChanging, setIsChanging] = useState(false);
  const containerRef = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  const showsBallot = !poll.isClosed && (poll.myOptionId === null || isChanging);
  useRefetchWhenClosed(post.id, poll);
  useFocusRestored(containerRef);
  useEffect(() => {
    if (!wasPressed.current) return;
    wasPressed.current = false;
    // The pressed button has disappeared, so this focuses the view that replaced it.
    const next = showsBallot
      ? containerRef.current?.querySelector<HTMLInputElement>('input:checked')
      : containerRef.current;
    moveFocus(next);
  }, [showsBallot]);
  return (
    <div ref={containerRef} tabIndex={-1} role="group" aria-label={`Poll, ${name}`} className="mt-3 outline-none">
      {showsBallot ? (
        <Ballot
          post={post}
          poll={poll}
          onVoted={() => {
            wasPressed.current = true;
            setIsChanging(false);
          }}
          onCancel={
            isChanging
              ? () => {
                  wasPressed.current = true;
                  setIsChanging(false);
                }
              : undefined
          }
        />
      ) : (
        <Results poll={poll}>
          {!poll.isClosed && (
            <Button
              variant="quiet"
              size="small"
              className="-me-3"
              aria-label={`Change vote, ${name}`}
              onClick={() => {
                wasPressed.current = true;
                setIsChanging(true);
              }}
            >
              Change vote
            </Button>
          )}
        </Results>
      )}
    </div>
  );
};

/** Maximum of a random delay, so that not all readers refetch at the same time when a poll closes. */
const maxExtraDelayMilliseconds = 4_000;

/** Retries, because the device's clock can be about a minute fast, and a request can fail. */
const retries = { afterMilliseconds: 10_000, times: 6 };

/** Refetches a poll when it closes while it is on screen. */
const useRefetchWhenClosed = (postId: string, { closesAt, isClosed }: Poll): void => {
  const queryClient = useQueryClient();
  const [requestCount, setRequestCount] = useState(0);
  const refetch = useEffectEvent(
    () =>
      void postLists
        .refresh(queryClient, postId)
        .catch(() => undefined)
        .finally(() => setRequestCount(requestCount + 1)),
  );
  useEffect(() => {
    if (isClosed || requestCount > retries.times) return undefined;
    const milliseconds =
      requestCount === 0
        ? Math.max(0, Date.parse(closesAt) - Date.now()) + Math.random() * maxExtraDelayMilliseconds + 500
        : retries.afterMilliseconds;
    const timer = setTimeout(refetch, milliseconds);
    return () => clearTimeout(timer);
  }, [closesAt, isClosed, requestCount]);
};

type BallotProps = { post: Post; poll: Poll; onVoted: () => void; onCancel: (() => void) | undefined };

const Ballot = ({ post, poll, onVoted, onCancel }: BallotProps) => {
  const [selectedId, setSelectedId] = useState(poll.myOptionId);
  const [isMissing, setIsMissing] = useState(false);
  const [group, errorId] = [useId(), useId()];
  const queryClient = useQueryClient();
  const vote = useMutation({
    meta: { changes: ['posts'] },
    mutationKey: pollKeys.voting(post.id),
    mutationFn: (optionId: string) => call(pollCalls.votePoll, { params: { id: post.id }, body: { optionId } }),
    onSuccess: (updatedPoll) => {
      onVoted();
      applyPoll(queryClient, post.id, updatedPoll);
      announce(voteCounted);
    },
    onError: async (failure, optionId) => {
      // Shows the current state. The poll may have closed, or the vote was counted and only its response was lost.
      const currentPost = await postLists.refresh(queryClient, post.id).catch(() => undefined);
      if (currentPost?.poll?.myOptionId === optionId) {
        onVoted();
        announce(voteCounted);
      } else if (currentPost?.poll?.isClosed)
        // A retry cannot succeed, because the poll is closed.
        showFailure(
          failure,
          (failure instanceof ApiError && explainFailure(failure)) || 'The poll closed before you voted.',
        );
      else showFailure(failure, 'Failed to save your vote. Please try again.');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(selectedId === null);
    if (selectedId !== null && !vote.isPending) vote.mutate(selectedId);
  };
  return (
    <form onSubmit={submit}>
      <fieldset aria-describedby={isMissing ? errorId : undefined} className="flex flex-col gap-2">
        <legend className="sr-only">Choose one option</legend>
        {poll.options.map(({ id, text }) => (
          <label
            key={id}
            className={classNames(
              'flex min-h-11 cursor-pointer items-center gap-3 rounded-control border px-3 py-2 text-sm transition-colors hover:bg-primary-soft',
              selectedId === id ? 'border-primary' : 'border-field',
            )}
          >
            <input
              type="radio"
              name={group}
              value={id}
              checked={selectedId === id}
              aria-disabled={vote.isPending}
              onChange={() => {
                if (vote.isPending) return;
                setSelectedId(id);
                setIsMissing(false);
              }}
              className={classNames(choiceClass, 'rounded-full before:size-2 before:rounded-full')}
            />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {text}
            </span>
          </label>
        ))}
      </fieldset>
      {isMissing && (
        <p id={errorId} role="alert" className="mt-2 text-sm text-danger">
          Please choose an option first.
        </p>
      )}
      <PollFooter closesAt={poll.closesAt} isClosed={false} text="Your vote is secret">
        <span className="flex gap-2">
          {onCancel && (
            <Button variant="quiet" size="small" disabled={vote.isPending} onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" variant="secondary" size="small" isPending={vote.isPending}>
            Vote
          </Button>
        </span>
      </PollFooter>
    </form>
  );
};

const Results = ({ poll, children }: { poll: Poll; children: ReactNode }) => {
  const total = poll.totalVotes ?? 0;
  return (
    <>
      <ul aria-label="Results" className="flex flex-col gap-2 text-sm">
        {poll.options.map(({ id, text, votes }) => {
          const share = total === 0 ? 0 : (votes ?? 0) / total;
          const isMine = id === poll.myOptionId;
          return (
            <li
              key={id}
              className={classNames(
                'relative isolate flex min-h-11 flex-wrap items-center gap-x-3 overflow-hidden rounded-control border px-3 py-2',
                isMine ? 'border-primary' : 'border-line',
              )}
            >
              <span
                aria-hidden="true"
                className="absolute inset-y-0 start-0 -z-1 bg-primary-soft transition-[width] duration-200 forced-colors:border-e-2"
                style={{ width: `${share * 100}%` }}
              />
              <span className="flex min-w-0 flex-1 basis-40 items-center gap-2">
                {isMine && <Check size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-primary" />}
                <span dir="auto" className={classNames('min-w-0 wrap-anywhere', isMine && 'font-semibold')}>
                  {text}
                </span>
                {isMine && <span className="sr-only">, your vote</span>}
              </span>
              <span className="tabular-nums">
                <span className="sr-only">: </span>
                {optionVotes(votes ?? 0, share)}
              </span>
            </li>
          );
        })}
      </ul>
      <PollFooter closesAt={poll.closesAt} isClosed={poll.isClosed} text={voteCount(total)}>
        {children}
      </PollFooter>
    </>
  );
};

type PollFooterProps = { closesAt: string; isClosed: boolean; text: string; children: ReactNode };

const PollFooter = ({ closesAt, isClosed, text, children }: PollFooterProps) => {
  const timeLeftText = useTimeText((now) => timeLeft(closesAt, now));
  const isHydrated = useIsHydrated();
  return (
    <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
      {/* The clock of the device may differ from the server's. */}
      <span key={String(isHydrated)} suppressHydrationWarning>
        {text} · {isClosed ? 'Closed' : timeLeftText}
      </span>
      {children}
    </div>
  );
};
