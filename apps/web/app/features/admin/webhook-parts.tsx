import type { Webhook } from '@commons/contract/webhooks/schemas';
import { Badge } from '../../ui/badge.tsx';
import { lazyMenu } from '../../ui/lazy-opening.tsx';

export const WebhookMenu = lazyMenu(() => import('./webhook-menu.tsx'));

/** The host says enough: the path of an address can be secret. */
export const hostOf = ({ url }: Webhook): string => new URL(url).host;

export function WebhookState({ webhook: { state, failingSince } }: { webhook: Webhook }) {
  if (state === 'failing') return <Badge tone="danger">Paused after failures</Badge>;
  if (state === 'paused') return <Badge>Paused</Badge>;
  return failingSince === null ? null : <Badge tone="warn">Failing</Badge>;
}
