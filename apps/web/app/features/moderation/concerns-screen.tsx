import { concernKinds, concernLimits } from '@commons/contract/concerns';
import type { Concern } from '@commons/contract/concerns/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { isTemporaryError } from '../../lib/api-error.ts';
import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { draftKey } from '../../lib/drafts.ts';
import { formatDay } from '../../lib/locale.ts';
import { frameLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast-store.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ContractForm } from '../../ui/contract-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { LoadingRows } from '../../ui/paged-list.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useViewerId } from '../auth/index.ts';
import { answerConcern, concernQuery, concernsQuery, forgetConcern } from './concerns.api.ts';
import { answerTemplate, formatDue } from './moderation.texts.ts';

// Dates are in the reader's time zone.
export const loader = frameLoader;
export const clientLoader = screenLoader<'id'>((client, { id }) => {
  if (id === undefined) void client.prefetchQuery(concernsQuery);
  else void client.prefetchQuery(concernQuery(id));
});

/** Concerns of people without an account: the list, or one with its answer. */
export default function ConcernsScreen() {
  const { id } = useParams();
  return (
    <div className="mx-auto flex w-full max-w-160 flex-col gap-6">
      <PageTitle>From outside</PageTitle>
      {id === undefined ? <ConcernList /> : <OneConcern key={id} id={id} />}
    </div>
  );
}

function ConcernList() {
  const query = useQuery(concernsQuery);
  return (
    <>
      <header>
        <BackLink to={paths.moderation}>Moderation</BackLink>
        <h1 className="mt-2 text-2xl">From outside</h1>
        <p className="mt-1 text-muted">Reports and complaints from people without an account. Most urgent first.</p>
      </header>
      <Loaded
        query={query}
        loading={<LoadingRows label="Loading the concerns" count={3} />}
        failure={{ variant: 'card', title: 'The concerns could not be loaded' }}
      >
        {(concerns) => (concerns.length === 0 ? <NoConcerns /> : <Rows concerns={concerns} />)}
      </Loaded>
    </>
  );
}

const NoConcerns = () => (
  <Card>
    <EmptyState picture="lantern" title="Nothing waits here" text="Every concern from outside has an answer." />
  </Card>
);

const Rows = ({ concerns }: { concerns: readonly Concern[] }) => (
  <Card isPadded={false} className="overflow-clip">
    <ol className="divide-y divide-line">
      {concerns.map(({ id, kind, receipt, dueAt }) => {
        const due = formatDue(dueAt);
        return (
          <li key={id}>
            <Link
              to={paths.concern(id)}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 p-4 hover:bg-primary-soft"
            >
              <span className="min-w-0 font-semibold">{concernKinds[kind]}</span>
              <span className={due.isOverdue ? 'text-sm font-semibold text-danger' : 'text-sm text-muted'}>
                {due.text}
              </span>
              <span className="basis-full text-sm text-muted">{receipt}</span>
            </Link>
          </li>
        );
      })}
    </ol>
  </Card>
);

const closedFailure = {
  variant: 'card',
  title: 'This concern is not open',
  text: 'It has already been answered, or it was deleted.',
} as const;

function OneConcern({ id }: { id: string }) {
  const query = useQuery(concernQuery(id));
  const isClosed = query.error !== null && !isTemporaryError(query.error);
  return (
    <>
      <BackLink to={paths.concerns}>From outside</BackLink>
      <Loaded
        query={query}
        loading={<LoadingRows label="Loading the concern" count={2} />}
        failure={isClosed ? closedFailure : { variant: 'card', title: 'The concern could not be loaded' }}
      >
        {(concern) => <Details concern={concern} />}
      </Loaded>
    </>
  );
}

function senderText({ name, email, isEmailConfirmed }: Concern): string {
  const sender = [name, email].filter((part) => part !== null).join(', ');
  if (sender === '') return 'Sent without a name';
  if (email === null) return sender;
  return `${sender} (${isEmailConfirmed ? 'confirmed' : 'not confirmed'})`;
}

function Details({ concern }: { concern: Concern }) {
  const { kind, receipt, text, address, createdAt, dueAt } = concern;
  return (
    <Card className="flex flex-col gap-6">
      <header>
        <h1 className="text-xl">{concernKinds[kind]}</h1>
        <p className="mt-1 text-sm text-muted">
          {receipt} · {formatDay(createdAt)} · {formatDue(dueAt).text}
        </p>
        <p className="mt-1 text-sm wrap-anywhere text-muted">{senderText(concern)}</p>
      </header>
      <blockquote className="rounded-control bg-sunk p-4 whitespace-pre-wrap wrap-anywhere">{text}</blockquote>
      {address !== null && (
        <div>
          <h2 className="text-sm font-semibold">Where it is</h2>
          {/* Not a link: anyone can enter any address. */}
          <p className="mt-1 text-sm wrap-anywhere">{address}</p>
        </div>
      )}
      <AnswerForm concern={concern} />
    </Card>
  );
}

const answerSchema = contractSchema(
  async () => (await import('@commons/contract/concerns/schemas')).answerConcern.body,
);

function AnswerForm({ concern: { id, name, email, receipt } }: { concern: Concern }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const viewerId = useViewerId();
  const form = useContractForm({
    schema: answerSchema,
    original: { answer: email === null ? '' : answerTemplate({ name, receipt }) },
    ...(viewerId !== undefined && { draft: draftKey(viewerId, `concern:${id}`) }),
    submit: async ({ answer }, idempotencyKey) => {
      await answerConcern(id, answer, idempotencyKey);
      forgetConcern(queryClient, id);
      showToast({ title: email === null ? 'Closed' : 'Answer sent' });
      void navigate(paths.concerns);
    },
  });
  return (
    <ContractForm form={form} className="flex flex-col gap-4 border-t border-line pt-6">
      <TextArea
        label={email === null ? 'Your decision' : 'Your answer'}
        hint={
          email === null
            ? 'There is no address to answer to. Your words stay with the concern for a year.'
            : 'Say what you decided and why. Please complete the text before you send it.'
        }
        minRows={8}
        limit={{ max: concernLimits.answerCharacters }}
        {...form.field('answer')}
      />
      <div>
        <Button type="submit" isPending={form.isSubmitting}>
          {email === null ? 'Close the concern' : 'Send and close'}
        </Button>
      </div>
    </ContractForm>
  );
}
