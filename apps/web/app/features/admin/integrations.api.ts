import { apiTokenCalls } from '@commons/contract/api-tokens/calls';
import { webhookCalls } from '@commons/contract/webhooks/calls';
import type { Webhook, WebhookDelivery, WebhookInput } from '@commons/contract/webhooks/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { cursorOf, itemsIn, pagedQuery, type Pages } from '../../lib/pages.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast-store.ts';

export const apiTokensQuery = queryOptions({
  queryKey: ['admin', 'api-tokens'],
  queryFn: ({ signal }) => call(apiTokenCalls.listApiTokens, undefined, { signal }),
  ...staleOnVisit,
});

export const webhooksQuery = queryOptions({
  queryKey: ['admin', 'webhooks'],
  queryFn: ({ signal }) => call(webhookCalls.listWebhooks, undefined, { signal }),
  ...staleOnVisit,
});

/** Interval between reads while the server is about to send a message. */
const pendingMilliseconds = 2_000;

export const deliveriesQuery = (id: string) =>
  pagedQuery({
    queryKey: ['admin', 'webhook-deliveries', id],
    read: ({ cursor, signal }) =>
      callPage(
        webhookCalls.listWebhookDeliveries,
        { params: { id }, query: { limit: 50, ...cursorOf(cursor) } },
        { signal },
      ),
    ...staleOnVisit,
  });

/** Returns the interval of the next read of a log: soon if a message has not been tried yet. */
export const deliveriesInterval = (log: Pages<WebhookDelivery> | undefined): number | false =>
  log && itemsIn(log).some(({ status, attempts }) => status === 'pending' && attempts === 0)
    ? pendingMilliseconds
    : false;

type Change<Input, Output> = {
  send: (input: Input) => Promise<Output>;
  /** The part of the cached admin data that the change makes stale. */
  stale: string;
  done?: string;
  failed: string;
};

function useChange<Input, Output>({ send, stale, done, failed }: Change<Input, Output>) {
  const client = useQueryClient();
  return useMutation({
    meta: { changes: ['admin'] },
    mutationFn: send,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['admin', stale] });
      if (done !== undefined) showToast({ title: done });
    },
    onError: (error) => showFailure(error, failed),
  });
}

export const useRevokeToken = () =>
  useChange({
    send: (id: string) => call(apiTokenCalls.revokeApiToken, { params: { id } }),
    stale: 'api-tokens',
    done: 'Token revoked',
    failed: 'The token could not be revoked. Please try again.',
  });

export const useUpdateWebhook = () =>
  useChange({
    send: ({ id, ...body }: WebhookInput & { id: string; isPaused: boolean }) =>
      call(webhookCalls.updateWebhook, { params: { id }, body }),
    stale: 'webhooks',
    failed: 'The webhook could not be changed. Please try again.',
  });

export const useDeleteWebhook = () =>
  useChange({
    send: (id: string) => call(webhookCalls.deleteWebhook, { params: { id } }),
    stale: 'webhooks',
    done: 'Webhook deleted',
    failed: 'The webhook could not be deleted. Please try again.',
  });

export const useRotateSecret = () =>
  useChange({
    send: (id: string) => call(webhookCalls.rotateWebhookSecret, { params: { id } }),
    stale: 'webhooks',
    failed: 'The secret could not be replaced. Please try again.',
  });

export const useSendTest = () =>
  useChange({
    send: (id: string) => call(webhookCalls.sendWebhookTest, { params: { id } }),
    stale: 'webhook-deliveries',
    done: 'A test is on its way',
    failed: 'The test could not be sent. Please try again.',
  });

export const useRedeliver = (id: string) =>
  useChange({
    send: (deliveryId: string) => call(webhookCalls.redeliverWebhook, { params: { id, deliveryId } }),
    stale: 'webhook-deliveries',
    failed: 'The delivery could not be sent again. Please try again.',
  });

/** The fields of a webhook that its form changes. */
export const inputOf = ({ url, description, events }: Webhook): WebhookInput => ({ url, description, events });
