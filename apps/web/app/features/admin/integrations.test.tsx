import { apiTokenCalls } from '@commons/contract/api-tokens/calls';
import type { ApiToken } from '@commons/contract/api-tokens/schemas';
import { webhookCalls } from '@commons/contract/webhooks/calls';
import type { Webhook } from '@commons/contract/webhooks/schemas';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { problem, reply, requestsOf } from '../../../test/api.ts';
import { button, dialog, expectAccessible, renderScreen } from '../../../test/screen.tsx';
import ApiTokenDialog from './api-token-dialog.tsx';
import WebhookDialog from './webhook-dialog.tsx';

const apiToken = { id: 'a', name: 'Dashboard' } as ApiToken;

test('a new token is shown once, and neither Escape nor a click outside hides it', async () => {
  reply(apiTokenCalls.listApiTokens, []);
  reply(apiTokenCalls.createApiToken, { apiToken, token: 'mc_secret' });
  const changes: boolean[] = [];
  await renderScreen(<ApiTokenDialog isOpen onOpenChange={(isOpen) => changes.push(isOpen)} />);
  await dialog().getByLabelText('Name', { exact: true }).fill('Dashboard');
  await button('Create token').click();
  await expect.element(dialog().getByText('Please choose at least one area')).toBeVisible();
  await dialog().getByLabelText('Events and attendees').click();
  await dialog().getByLabelText('Audit log').click();
  await button('Create token').click();
  await expect.element(dialog().getByText('mc_secret')).toBeVisible();
  await expectAccessible('the new token');
  await userEvent.keyboard('{Escape}');
  expect(changes).toEqual([]);
  await button('Done').click();
  expect(changes).toEqual([false]);
  expect(requestsOf(apiTokenCalls.createApiToken).map(({ body }) => body)).toEqual([
    { name: 'Dashboard', days: 90, scopes: ['events:read', 'audit:read'] },
  ]);
});

test('a refused address is explained at its field, and an edit keeps a pause', async () => {
  const webhook = {
    id: 'w',
    url: 'https://hooks.example.com/a',
    description: 'Chat',
    events: ['member.joined'],
    state: 'paused',
  } as Webhook;
  reply(webhookCalls.listWebhooks, []);
  reply(webhookCalls.updateWebhook, problem(409, 'webhooks.not_found', 'This webhook was already deleted.'));
  await renderScreen(<WebhookDialog webhook={webhook} isOpen onOpenChange={() => undefined} />);
  await expect.element(dialog().getByLabelText('A member joined')).toBeChecked();
  await dialog().getByLabelText('Address').fill('http://plain.example.com');
  await button('Save').click();
  await expect.element(dialog().getByText('Please enter an address that begins with https://')).toBeVisible();
  await dialog().getByLabelText('Address').fill('https://plain.example.com');
  await dialog().getByLabelText('A member left').click();
  await button('Save').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('This webhook was already deleted.');
  expect(requestsOf(webhookCalls.updateWebhook)[0]?.body).toEqual({
    url: 'https://plain.example.com',
    description: 'Chat',
    events: ['member.joined', 'member.left'],
    isPaused: true,
  });
});
