import { guidelines, moderationLimits } from '@commons/contract/moderation';
import type { Decision } from '@commons/contract/moderation/schemas';
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { clearDraft, draftKey, useCreateForm } from '../../lib/drafts.ts';
import { formatDateTime } from '../../lib/locale.ts';
import { itemsIn, type Pages } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { decisionTitle } from './case.texts.ts';
import { appealMutation, ownDecisionsQuery } from './moderation.api.ts';
import { appealWaits } from './moderation.texts.ts';
import { markDecisionsSeen } from './new-decisions.ts';
import { Quotes } from './quotes.tsx';

type OwnDecisionsProps = { memberId: string; headingLevel?: 'h2' | 'h3' };

/** Decisions about the member, who may be suspended, with buttons to appeal. */
export function OwnDecisions({ memberId, headingLevel = 'h2' }: OwnDecisionsProps) {
  const list = useInfiniteQuery(ownDecisionsQuery);
  const isRead = list.data !== undefined;
  useEffect(() => {
    // If this call fails, the next visit repeats it.
    if (isRead) void markDecisionsSeen(memberId).catch(() => undefined);
  }, [isRead, memberId]);
  return (
    <PagedList
      label="Decisions by moderators"
      list={list}
      loading={<DecisionsLoading />}
      failedTitle="The decisions could not be loaded"
      empty={{
        picture: 'lantern',
        title: 'No decisions',
        text: 'When moderators decide something about you, it will appear here.',
        action: (
          <a href={paths.guidelines} className={buttonClass('secondary')}>
            Read the guidelines
          </a>
        ),
      }}
      more={{ className: 'mt-6' }}
    >
      {(decisions) => (
        <ol className="flex flex-col gap-4">
          {decisions.map((decision) => (
            <DecisionCard key={decision.id} decision={decision} memberId={memberId} headingLevel={headingLevel} />
          ))}
        </ol>
      )}
    </PagedList>
  );
}

type DecisionCardProps = { decision: Decision; memberId: string; headingLevel: 'h2' | 'h3' };

function DecisionCard({ decision, memberId, headingLevel: Heading }: DecisionCardProps) {
  const { id, reason, note, quotes, until, createdAt, isNew, appeal, appealUntil } = decision;
  const [isAppealing, setIsAppealing] = useState(false);
  const mayAppeal = appealUntil !== null;
  useEffect(() => {
    if (!mayAppeal) clearAppealDraft(memberId, id);
  }, [mayAppeal, memberId, id]);
  return (
    <Card as="li" className="flex flex-col gap-4">
      <header>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <Heading className="text-lg">{decisionTitle(decision)}</Heading>
          {isNew && <Badge tone="apricot">New</Badge>}
        </div>
        <p className="text-xs text-muted">
          <RelativeTime at={createdAt} className="inline-block" />
          {until !== null && ` · until ${formatDateTime(until)}`}
        </p>
      </header>
      {reason !== null && (
        <Part title="Guideline">
          <p className="text-sm">{guidelines[reason]}</p>
        </Part>
      )}
      {note !== null && (
        <Part title="Message from the moderator">
          <p dir="auto" className="text-sm whitespace-pre-wrap wrap-anywhere">
            {note}
          </p>
        </Part>
      )}
      {quotes.length > 0 && (
        <Part title="What it is about">
          <Quotes quotes={quotes} />
        </Part>
      )}
      {appeal && <Appeal appeal={appeal} />}
      {appealUntil !== null && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="secondary" onClick={() => setIsAppealing(true)}>
            Appeal
          </Button>
          <p className="text-sm text-muted">
            You can appeal once, until {formatDateTime(appealUntil)}. Another moderator decides.
          </p>
        </div>
      )}
      {mayAppeal && isAppealing && (
        <AppealDialog decisionId={id} memberId={memberId} onClose={() => setIsAppealing(false)} />
      )}
    </Card>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex flex-col gap-1">
    <p className="text-xs font-semibold text-muted">{title}</p>
    {children}
  </div>
);

function Appeal({ appeal }: { appeal: NonNullable<Decision['appeal']> }) {
  const { text, outcome, answer, isRestored } = appeal;
  return (
    <section className="rounded-control bg-sunk px-4 py-3 text-sm">
      <h3 className="font-text text-sm font-semibold tracking-normal">Your appeal</h3>
      <p dir="auto" className="mt-1 whitespace-pre-wrap wrap-anywhere text-muted">
        {text}
      </p>
      <p className="mt-2 font-semibold">
        {outcome === null && appealWaits}
        {outcome === 'upheld' && 'Another moderator reviewed it, and the decision stands.'}
        {outcome === 'reversed' && 'Another moderator reviewed it and reversed the decision.'}
        {outcome === 'reversed' && isRestored && ' Your content is visible again.'}
      </p>
      {answer !== null && (
        <p dir="auto" className="mt-1 whitespace-pre-wrap wrap-anywhere">
          {answer}
        </p>
      )}
    </section>
  );
}

const DecisionsLoading = () => (
  <Loading label="Loading decisions">
    <Card className="flex flex-col gap-3">
      <Skeleton className="h-5 w-2/5" />
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-20 w-full" />
    </Card>
  </Loading>
);

const draftName = (decisionId: string): string => `appeal:${decisionId}`;

/** Removes the draft of an appeal that is no longer possible. */
const clearAppealDraft = (memberId: string, decisionId: string): void =>
  clearDraft(draftKey(memberId, draftName(decisionId)));

const cannotAppeal =
  (decisionId: string) =>
  (client: QueryClient): boolean =>
    itemsIn(client.getQueryData<Pages<Decision>>(ownDecisionsQuery.queryKey) ?? { pages: [] }).some(
      ({ id, appealUntil }) => id === decisionId && appealUntil === null,
    );

type AppealDialogProps = { decisionId: string; memberId: string; onClose: () => void };

/** Closing keeps the draft; only Cancel discards it. */
function AppealDialog({ decisionId, memberId, onClose }: AppealDialogProps) {
  const mutation = appealMutation(decisionId);
  const draft = useCreateForm({
    memberId,
    name: draftName(decisionId),
    subject: {
      id: decisionId,
      noun: 'decision',
      outcome: 'Your appeal was not sent.',
      ended: { isEnded: cannotAppeal(decisionId), text: 'This decision can no longer be appealed.' },
    },
    maxCharacters: moderationLimits.appealCharacters,
    mutation: {
      ...mutation,
      onSuccess: (...args) => {
        void mutation.onSuccess?.(...args);
        onClose();
      },
    },
  });
  return (
    <DialogForm
      isOpen
      onOpenChange={onClose}
      title="Appeal"
      description="Another moderator reads your appeal and decides again."
      submitLabel="Send Appeal"
      canSubmit={draft.canSubmit}
      isPending={draft.isBusy}
      closesWhilePending
      onCancel={() => clearAppealDraft(memberId, decisionId)}
    >
      {(formId) => (
        <form id={formId} {...draft.form}>
          <TextArea label="What should they know?" {...draft.field} />
        </form>
      )}
    </DialogForm>
  );
}
