import { webhookEvents, webhookLimits } from '@commons/contract/webhooks';
import { webhookCalls } from '@commons/contract/webhooks/calls';
import type { Webhook, WebhookInput } from '@commons/contract/webhooks/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState } from '../../ui/lazy-opening.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChoiceList } from './choice-list.tsx';
import { inputOf, webhooksQuery } from './integrations.api.ts';
import { eventNames } from './integrations.texts.ts';
import { OneTimeSecret } from './one-time-secret.tsx';

const schema = contractSchema<WebhookInput>(
  async () => (await import('@commons/contract/webhooks/schemas')).webhookInput,
);

/** Adds a webhook and shows its secret once, or changes a webhook. */
export default function WebhookDialog({ webhook, ...dialog }: DialogState & { webhook?: Webhook }) {
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const form = useContractForm<WebhookInput>({
    schema,
    original: webhook ? inputOf(webhook) : { url: '', description: '', events: [] },
    submit: async (body) => {
      if (webhook) {
        const params = { id: webhook.id };
        await call(webhookCalls.updateWebhook, { params, body: { ...body, isPaused: webhook.state !== 'active' } });
        dialog.onOpenChange(false);
      } else setSecret((await call(webhookCalls.createWebhook, { body })).secret);
      void queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    },
  });
  if (secret !== undefined) return <WebhookSecret {...dialog} secret={secret} />;
  const { error, ...events } = form.field('events');
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={webhook ? 'Edit webhook' : 'Add webhook'}
      description="Messages contain ids, kinds and times. Words of members stay in the community."
      {...(!webhook && { submitLabel: 'Add webhook', pendingLabel: 'Adding...' })}
      className="flex flex-col gap-6 pb-1"
    >
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        placeholder="https://"
        dir="ltr"
        autoComplete="off"
        maxLength={webhookLimits.urlCharacters}
        {...form.field('url')}
      />
      <TextField
        label="Description"
        isOptional
        autoComplete="off"
        maxLength={webhookLimits.descriptionCharacters}
        {...form.field('description')}
      />
      <ChoiceList label="Tell it when" error={error}>
        {webhookEvents.map((event) => (
          <Checkbox key={event} value={event} label={eventNames[event]} {...events} />
        ))}
      </ChoiceList>
    </FormDialog>
  );
}

export const WebhookSecret = (props: DialogState & { secret: string }) => (
  <OneTimeSecret
    {...props}
    title="Copy the secret now"
    description="The receiving program checks signatures with it (Standard Webhooks). It is not shown again."
  />
);
