import type { CurrentUser } from '@commons/contract/auth/schemas';
import { type ReactNode, useEffect } from 'react';
import { NavLink, useNavigate } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { queryClient } from '../../lib/query-client.ts';
import { waitAfterToast, showToast } from '../../lib/toast-store.ts';
import { Spinner } from '../../ui/loading.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewer, viewerQuery } from '../auth/index.ts';
import { userCountsQuery } from './admin.api.ts';

const redirectDelayMilliseconds = 500;

const sections = [
  { to: paths.admin, label: 'Members' },
  { to: paths.adminSettings, label: 'Settings' },
  { to: paths.adminHealth, label: 'Health' },
  { to: paths.adminStatus, label: 'Status' },
  { to: paths.adminTexts, label: 'Texts' },
  { to: paths.adminMails, label: 'Emails' },
  { to: paths.apiTokens, label: 'API tokens' },
  { to: paths.webhooks, label: 'Webhooks' },
  { to: paths.auditLog, label: 'Audit log' },
];

/** Whether to request admin data: true unless the viewer is known not to be an admin. */
export const mayBeAdmin = (): boolean => (queryClient.getQueryData(viewerQuery.queryKey)?.role ?? 'admin') === 'admin';

/** The server `loader` of all admin screens. Only admins may read the counts, so other members get the status 403. */
export const adminLoader = /* @__PURE__ */ pageLoader((client) => void client.prefetchQuery(userCountsQuery));

type AdminPageProps = {
  title: string;
  text: string;
  /** Shown beside the title. */
  aside?: ReactNode;
  children: (viewer: CurrentUser) => ReactNode;
};

/** A page for admins. Other members see "Access Denied" and are redirected to the home page. */
export function AdminPage({ title, text, aside, children }: AdminPageProps) {
  const viewer = useViewer();
  if (!viewer) return <PageLoading />;
  if (viewer.role !== 'admin') return <AccessDenied />;
  return (
    <div className="flex flex-col gap-6">
      <ScreenHeader title={title} lead={text}>
        {aside}
      </ScreenHeader>
      <nav aria-label="Admin" className="flex flex-wrap gap-x-4 shadow-[inset_0_-1px_var(--line)] sm:gap-x-6">
        {sections.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            // A group of settings belongs to the settings.
            end={to === paths.admin}
            className="inline-flex min-h-11 shrink-0 items-center border-b-2 border-transparent text-sm font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:rounded-small focus-visible:-outline-offset-2 aria-[current=page]:border-primary aria-[current=page]:text-ink"
          >
            {label}
          </NavLink>
        ))}
      </nav>
      {children(viewer)}
    </div>
  );
}

const PageLoading = () => (
  <div className="flex min-h-[40dvh] items-center justify-center">
    <Spinner size="large" label="Loading" />
  </div>
);

function AccessDenied() {
  const navigate = useNavigate();
  useEffect(() => {
    showToast({
      title: 'Access Denied',
      description: 'Admin access required for this page.',
      variant: 'destructive',
    });
    let isMounted = true;
    void waitAfterToast(redirectDelayMilliseconds).then(() => isMounted && navigate(paths.home, { replace: true }));
    return () => {
      isMounted = false;
    };
  }, [navigate]);
  return (
    <>
      <PageTitle>Access Denied</PageTitle>
      <NoticeCard
        picture="door"
        title="Access Denied"
        text="Admin access required for this page. We are taking you back to the community."
        link={{ to: paths.home, label: 'Go to the community' }}
      />
    </>
  );
}
