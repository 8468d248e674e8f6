import type { Webhook } from '@commons/contract/webhooks/schemas';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { Button, OptionsButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyDialog } from '../../ui/lazy-opening.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LoadingRows } from '../../ui/paged-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { adminLoader, AdminPage, mayBeAdmin } from './admin-page.tsx';
import { webhooksQuery } from './integrations.api.ts';
import { eventNames } from './integrations.texts.ts';
import { hostOf, WebhookMenu, WebhookState } from './webhook-parts.tsx';

const WebhookDialog = lazyDialog(() => import('./webhook-dialog.tsx'));

export const loader = adminLoader;
export const clientLoader = screenLoader((queryClient) => {
  if (mayBeAdmin()) void queryClient.prefetchQuery(webhooksQuery);
});

export default function WebhooksScreen() {
  return (
    <AdminPage
      title="Webhooks"
      text="We tell other programs that something happened, without anyone’s words."
      aside={<WebhookDialog trigger={<Button>Add webhook</Button>} />}
    >
      {() => <Webhooks />}
    </AdminPage>
  );
}

function Webhooks() {
  return (
    <Loaded
      query={useQuery(webhooksQuery)}
      loading={<LoadingRows label="Loading webhooks" count={3} />}
      failure={{ variant: 'card', title: 'The webhooks could not be loaded' }}
    >
      {(webhooks) =>
        webhooks.length === 0 ? (
          <EmptyState
            picture="connections"
            title="No webhooks"
            text="Add one to hear of new members, reports or failed backups in your chat or your own program."
          />
        ) : (
          <Card isPadded={false}>
            <ul aria-label="Webhooks" className="divide-y divide-line">
              {webhooks.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} />
              ))}
            </ul>
          </Card>
        )
      }
    </Loaded>
  );
}

const WebhookRow = ({ webhook }: { webhook: Webhook }) => (
  <li className="flex items-start gap-4 px-4 py-4 text-sm md:px-6">
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={paths.webhook(webhook.id)}
          className="inline-flex min-h-6 items-center font-semibold wrap-anywhere text-ink underline decoration-line underline-offset-4 hover:decoration-current"
        >
          <bdi>{webhook.description || hostOf(webhook)}</bdi>
        </Link>
        {webhook.description !== '' && (
          <span dir="ltr" className="wrap-anywhere text-muted">
            {hostOf(webhook)}
          </span>
        )}
        <WebhookState webhook={webhook} />
      </p>
      <p className="mt-1">{webhook.events.map((event) => eventNames[event]).join(' · ')}</p>
      <p className="mt-1 text-muted">
        {webhook.lastDeliveredAt === null ? (
          'Nothing delivered yet'
        ) : (
          <>
            Last delivered <RelativeTime at={webhook.lastDeliveredAt} />
          </>
        )}
      </p>
    </div>
    <WebhookMenu
      trigger={<OptionsButton noun="Webhook" name={webhook.description || hostOf(webhook)} size="small" />}
      webhook={webhook}
    />
  </li>
);
