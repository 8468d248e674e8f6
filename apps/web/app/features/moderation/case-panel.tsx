import { moderationErrors } from '@commons/contract/moderation';
import type { ModerationCaseDetails, Quote } from '@commons/contract/moderation/schemas';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, type RefObject, useRef, useState } from 'react';
import { Link } from 'react-router';
import { isTemporaryError } from '../../lib/api-error.ts';
import { formatDay } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { MemberAvatarLink, MemberName } from '../../ui/member-link.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useViewerId } from '../auth/index.ts';
import { reasonLabels, subjectLabels } from '../reports/index.ts';
import { caseSummary } from './case.texts.ts';
import { DecisionForm } from './decision-form.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { caseQuery, useClaimCase } from './moderation.api.ts';
import { actionTexts, earlierDecisions, formatDue } from './moderation.texts.ts';
import { QuoteBlock, Quotes } from './quotes.tsx';

type CasePanelProps = {
  id: string;
  /** Receives the focus when the moderator enters the case. */
  ref: RefObject<HTMLElement | null>;
  /** The place of the case in the queue. */
  position?: ReactNode;
  /** Called after a decision or handover. */
  onDone: () => void;
};

const notOpenFailure = {
  variant: 'card',
  title: 'This case is not open',
  text: 'It has already been decided, or you cannot decide it.',
} as const;
const notLoadedFailure = { variant: 'card', title: 'The case could not be loaded' } as const;

/** A case with its evidence and the next action. */
export function CasePanel({ id, ref, position, onDone }: CasePanelProps) {
  const query = useQuery(caseQuery(id));
  const failure = query.error === null || isTemporaryError(query.error) ? notLoadedFailure : notOpenFailure;
  return (
    <section ref={ref} tabIndex={-1} aria-label="The case" className="relative min-w-0 rounded-card">
      <PageTitle>{failure === notOpenFailure ? failure.title : 'Moderation'}</PageTitle>
      <div className="mb-2 flex min-h-11 items-center lg:absolute lg:end-0 lg:bottom-full">
        <span className="lg:hidden">
          <BackLink to={paths.moderation}>Queue</BackLink>
        </span>
        {position}
      </div>
      <Loaded query={query} loading={<CaseLoading />} failure={failure}>
        {(details) => <OpenCase details={details} onDone={onDone} />}
      </Loaded>
    </section>
  );
}

function OpenCase({ details, onDone }: { details: ModerationCaseDetails; onDone: () => void }) {
  const { id, subjectType, member, claim, can } = details;
  const evidence = useRef<HTMLDivElement>(null);
  const [isHandingOver, setIsHandingOver] = useState(false);
  const viewerId = useViewerId();
  const claimCase = useClaimCase(id);
  const isClaimedByOther = claim !== null && claim.moderator.id !== viewerId;
  // A case handed over to a moderator by name must also be opened first.
  const isOpenedByViewer = claim !== null && !isClaimedByOther && details.isOpened;
  const isWithAdmins = details.needsAdmin && can.hindrance === 'moderation.admins_only';
  return (
    <Card className="flex flex-col gap-6">
      <header className="flex flex-col gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-xl">{subjectLabels[subjectType]}</h2>
          <p className="text-sm text-muted">{formatDue(details.dueAt).text}</p>
        </div>
        <p className="text-sm text-muted">{caseSummary(details)}</p>
        {member && (
          <div className="flex items-center gap-3">
            <MemberAvatarLink member={member} size="small" />
            <p className="min-w-0 text-sm wrap-anywhere">
              <MemberName member={member} />
              <MemberHistory details={details} />
            </p>
          </div>
        )}
      </header>
      {details.handOverNote !== null && (
        <Banner title="Note from the previous moderator">{details.handOverNote}</Banner>
      )}
      <Evidence ref={evidence} details={details} isBlurred={!isOpenedByViewer} />
      {can.hindrance !== null ? (
        <Banner tone="info">
          {isWithAdmins ? 'This case is with the admins now.' : moderationErrors[can.hindrance].detail}
        </Banner>
      ) : isOpenedByViewer ? (
        <DecisionForm key={id} details={details} onDecided={onDone} />
      ) : (
        <div className="flex flex-col items-start gap-2">
          {isClaimedByOther && (
            <p className="text-sm text-muted">
              <bdi>{claim.moderator.displayName}</bdi> is working on it.
            </p>
          )}
          <Button
            disabled={isClaimedByOther}
            isPending={claimCase.isPending}
            // The button disappears, so the focus moves to the evidence.
            onClick={() => claimCase.mutate(undefined, { onSuccess: () => evidence.current?.focus() })}
          >
            Open This Case
          </Button>
          <p className="text-xs text-muted">
            It is then assigned to you for 30 minutes. Take a breath first; some of it is hard to read.
          </p>
        </div>
      )}
      {!isClaimedByOther && !isWithAdmins && can.hindrance !== 'moderation.about_you' && (
        <div className="-ms-3 flex flex-wrap gap-x-3">
          <Button variant="quiet" size="small" onClick={() => setIsHandingOver(true)}>
            Hand over
          </Button>
          {isOpenedByViewer && member && (
            <Link to={paths.conversation(member.id)} className={buttonClass('quiet', 'small')}>
              Write to the member
            </Link>
          )}
        </div>
      )}
      {isHandingOver && (
        <HandOverDialog id={id} viewerId={viewerId} onClose={() => setIsHandingOver(false)} onHandedOver={onDone} />
      )}
    </Card>
  );
}

function MemberHistory({ details: { memberState } }: { details: ModerationCaseDetails }) {
  if (!memberState) return null;
  const { isFlagged, joinedAt, decisions, role } = memberState;
  const facts = [
    role === 'user' ? null : role,
    isFlagged ? 'flagged' : null,
    `joined ${formatDay(joinedAt)}`,
    earlierDecisions(decisions.length),
  ];
  return (
    <span className="block text-xs text-muted">
      {facts
        .filter((fact) => fact !== null)
        .map((fact, index) => (
          <Fragment key={fact}>
            {index > 0 && ' · '}
            <span className="whitespace-nowrap">{fact}</span>
          </Fragment>
        ))}
    </span>
  );
}

const textOf = ({ title, content, link, photos, options }: Quote): string =>
  JSON.stringify([title, content, link, photos, options]);

type EvidenceProps = { ref: RefObject<HTMLDivElement | null>; details: ModerationCaseDetails; isBlurred: boolean };

/** The reported content and its context. Blurred, and hidden from screen readers, until the case is opened. */
function Evidence({ ref, details, isBlurred }: EvidenceProps) {
  const { around, appeal } = details;
  // The reason that made the case urgent first.
  const reports = details.reports.toSorted(
    (first, second) => Number(second.reason === details.reason) - Number(first.reason === details.reason),
  );
  const [current, ...context] = around;
  const reported = details.reports.at(-1)?.quotes ?? [];
  // Hard words need not be read twice.
  const isUnchanged =
    current !== undefined &&
    context.length === 0 &&
    reported.length === 1 &&
    reported.every((quote) => textOf(quote) === textOf(current));
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label="Reported content" className="scroll-mt-20 rounded-small">
      {isBlurred && <p className="mb-2 text-sm text-muted">The content is blurred until you open the case.</p>}
      <div
        inert={isBlurred}
        aria-hidden={isBlurred}
        className={
          isBlurred ? 'pointer-events-none max-h-48 overflow-hidden blur-md select-none forced-colors:invisible' : ''
        }
      >
        <div className="flex flex-col gap-6">
          {appeal && (
            <>
              <EvidenceSection title="The appeal">
                <p dir="auto" className="text-sm whitespace-pre-wrap wrap-anywhere">
                  {appeal.text}
                </p>
              </EvidenceSection>
              <EvidenceSection title={`Decided: ${actionTexts[appeal.decision.action].label.toLowerCase()}`}>
                {appeal.decision.note !== null && <p className="mb-2 text-sm wrap-anywhere">{appeal.decision.note}</p>}
                <Quotes quotes={appeal.decision.quotes} />
              </EvidenceSection>
            </>
          )}
          {reports.length > 0 && (
            <EvidenceSection title="What was reported">
              <ul className="flex flex-col gap-4">
                {reports.map(({ id, reason, note, quotes }, index) => (
                  <li key={id} className="flex flex-col gap-2">
                    <p className="text-sm">
                      <span>{reasonLabels[reason]}</span>
                      {note !== null && <span className="wrap-anywhere"> “{note}”</span>}
                    </p>
                    {JSON.stringify(quotes) !== JSON.stringify(reports[index - 1]?.quotes) && (
                      <Quotes quotes={quotes} />
                    )}
                  </li>
                ))}
              </ul>
            </EvidenceSection>
          )}
          {isUnchanged ? (
            <p className="text-sm text-muted">The content has not been changed since the last report.</p>
          ) : (
            around.length > 0 && (
              <EvidenceSection title={around.length > 1 ? 'In context' : 'Current version'}>
                <div className="flex flex-col gap-2">
                  {around.map(({ author, isSubject, ...quote }, index) => (
                    <QuoteBlock key={index} quote={quote} author={author} isMarked={isSubject} />
                  ))}
                </div>
              </EvidenceSection>
            )
          )}
        </div>
      </div>
    </div>
  );
}

const EvidenceSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-2 font-text text-sm font-semibold tracking-normal">{title}</h3>
    {children}
  </section>
);

const CaseLoading = () => (
  <Loading label="Loading the case">
    <Card className="flex flex-col gap-4">
      <Skeleton className="h-6 w-1/3" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-11 w-40" />
    </Card>
  </Loading>
);
