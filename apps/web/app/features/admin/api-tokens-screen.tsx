import type { ApiToken } from '@commons/contract/api-tokens/schemas';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../lib/locale.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, OptionsButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyDialog, lazyMenu } from '../../ui/lazy-opening.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LoadingRows } from '../../ui/paged-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { adminLoader, AdminPage, mayBeAdmin } from './admin-page.tsx';
import { apiTokensQuery } from './integrations.api.ts';
import { scopeNames } from './integrations.texts.ts';

const ApiTokenDialog = lazyDialog(() => import('./api-token-dialog.tsx'));
const ApiTokenMenu = lazyMenu(() => import('./api-token-menu.tsx'));

export const loader = adminLoader;
export const clientLoader = screenLoader((queryClient) => {
  if (mayBeAdmin()) void queryClient.prefetchQuery(apiTokensQuery);
});

export default function ApiTokensScreen() {
  return (
    <AdminPage
      title="API tokens"
      text="Other programs read the community with an admin’s rights, and never more."
      aside={<ApiTokenDialog trigger={<Button>Create token</Button>} />}
    >
      {() => <Tokens />}
    </AdminPage>
  );
}

function Tokens() {
  return (
    <Loaded
      query={useQuery(apiTokensQuery)}
      loading={<LoadingRows label="Loading tokens" count={3} />}
      failure={{ variant: 'card', title: 'The tokens could not be loaded' }}
    >
      {(tokens) =>
        tokens.length === 0 ? (
          <EmptyState
            picture="door"
            title="No tokens"
            text={
              <>
                Nobody reads from outside. The{' '}
                <a href="/api/docs" className="underline underline-offset-4">
                  API reference
                </a>{' '}
                lists what a token can read.
              </>
            }
          />
        ) : (
          <Card isPadded={false}>
            <ul aria-label="API tokens" className="divide-y divide-line">
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} />
              ))}
            </ul>
          </Card>
        )
      }
    </Loaded>
  );
}

const TokenRow = ({ token }: { token: ApiToken }) => (
  <li className="flex items-start gap-4 px-4 py-4 text-sm md:px-6">
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span dir="auto" className="font-semibold wrap-anywhere">
          {token.name}
        </span>
        <code dir="ltr" className="text-muted">
          {token.start}…
        </code>
        {token.state === 'expired' && <Badge tone="warn">Expired</Badge>}
        {token.state === 'paused' && <Badge tone="warn">Paused: its owner is not an active admin</Badge>}
      </p>
      <p className="mt-1">{token.scopes.map((scope) => scopeNames[scope]).join(' · ')}</p>
      <p className="mt-1 text-muted">
        <bdi>{token.owner.displayName}</bdi> · {token.state === 'expired' ? 'expired' : 'expires'}{' '}
        {formatDay(token.expiresAt)} ·{' '}
        {token.lastUsedAt === null ? (
          'never used'
        ) : (
          <>
            last used <RelativeTime at={token.lastUsedAt} />
          </>
        )}
      </p>
    </div>
    <ApiTokenMenu trigger={<OptionsButton noun="Token" name={token.name} size="small" />} token={token} />
  </li>
);
