import type { Webhook, WebhookDelivery } from '@commons/contract/webhooks/schemas';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { formatDateTime } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, OptionsButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LoadingRows } from '../../ui/paged-list.tsx';
import { adminLoader, AdminPage, mayBeAdmin } from './admin-page.tsx';
import { deliveriesInterval, deliveriesQuery, useRedeliver, useSendTest, webhooksQuery } from './integrations.api.ts';
import { attemptsText, deliveryText, eventNames } from './integrations.texts.ts';
import { Logbook } from './logbook.tsx';
import { hostOf, WebhookMenu, WebhookState } from './webhook-parts.tsx';

export const loader = adminLoader;
export const clientLoader = screenLoader<'id'>((queryClient, { id = '' }) => {
  if (!mayBeAdmin()) return;
  void queryClient.prefetchQuery(webhooksQuery);
  void queryClient.prefetchInfiniteQuery(deliveriesQuery(id));
});

/** The deliveries of one webhook. */
export default function WebhookLogScreen() {
  return (
    <AdminPage
      title="Webhook deliveries"
      text="The log of the last 30 days. A message keeps its id when it is sent again."
    >
      {() => <WebhookLog />}
    </AdminPage>
  );
}

function WebhookLog() {
  const { id } = useParams();
  const query = useQuery({
    ...webhooksQuery,
    select: (webhooks) => webhooks.find((webhook) => webhook.id === id) ?? null,
  });
  return (
    <Loaded
      query={query}
      loading={<LoadingRows label="Loading the webhook" count={8} />}
      failure={{ variant: 'card', title: 'The webhook could not be loaded' }}
    >
      {(webhook) => (webhook === null ? <WebhookGone /> : <Deliveries webhook={webhook} />)}
    </Loaded>
  );
}

const WebhookGone = () => (
  <EmptyState
    picture="lost"
    title="This webhook is gone"
    action={<BackLink to={paths.webhooks}>All webhooks</BackLink>}
  />
);

function Deliveries({ webhook }: { webhook: Webhook }) {
  const navigate = useNavigate();
  const sendTest = useSendTest();
  const list = useInfiniteQuery({
    ...deliveriesQuery(webhook.id),
    refetchInterval: ({ state }) => deliveriesInterval(state.data),
  });
  const name = webhook.description || hostOf(webhook);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <BackLink to={paths.webhooks}>All webhooks</BackLink>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="font-semibold wrap-anywhere">{name}</bdi>
            <WebhookState webhook={webhook} />
          </p>
        </div>
        <span className="flex items-center gap-2">
          <Button variant="secondary" isPending={sendTest.isPending} onClick={() => sendTest.mutate(webhook.id)}>
            Send a test
          </Button>
          <WebhookMenu
            trigger={<OptionsButton noun="Webhook" name={name} />}
            webhook={webhook}
            onDeleted={() => void navigate(paths.webhooks, { replace: true })}
          />
        </span>
      </div>
      <Logbook
        list={list}
        label="Deliveries, newest first"
        loadingLabel="Loading deliveries"
        failedTitle="The deliveries could not be loaded"
        empty={{
          picture: 'journal',
          title: 'Nothing sent yet',
          text: 'Messages to this webhook will appear here. You can send a test.',
        }}
        renderEntry={(delivery) => ({
          at: delivery.createdAt,
          summary: <Summary delivery={delivery} />,
          aside: <SendAgain webhookId={webhook.id} delivery={delivery} />,
          details: detailsOf(delivery),
        })}
      />
    </div>
  );
}

const tones = { delivered: 'ok', pending: 'neutral', failed: 'danger' } as const;

const Summary = ({ delivery }: { delivery: WebhookDelivery }) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <span className="font-semibold">{eventNames[delivery.event]}</span>
    <Badge tone={tones[delivery.status]}>{deliveryText(delivery)}</Badge>
  </p>
);

function SendAgain({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const redeliver = useRedeliver(webhookId);
  if (delivery.status === 'pending' && delivery.attempts === 0) return 'on its way';
  return (
    <button
      type="button"
      disabled={redeliver.isPending}
      className="inline-flex min-h-6 items-center text-ink underline decoration-line underline-offset-4 hover:decoration-current pointer-coarse:-my-2 pointer-coarse:min-h-11"
      onClick={() => redeliver.mutate(delivery.id)}
    >
      Send again
    </button>
  );
}

const detailsOf = (delivery: WebhookDelivery) => [
  { name: 'Id', value: delivery.id },
  { name: 'Tried', value: attemptsText(delivery.attempts) },
  ...(delivery.lastAttemptAt === null ? [] : [{ name: 'Last', value: formatDateTime(delivery.lastAttemptAt) }]),
  ...(delivery.nextAttemptAt === null ? [] : [{ name: 'Next', value: formatDateTime(delivery.nextAttemptAt) }]),
  ...(delivery.durationMilliseconds === null ? [] : [{ name: 'Took', value: `${delivery.durationMilliseconds} ms` }]),
  ...(delivery.replyBody ? [{ name: 'Reply', value: delivery.replyBody }] : []),
];
