import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  layout('shell/frame.tsx', [
    layout('shell/screens.tsx', [
      index('shell/home-screen.tsx'),
      route('posts/:id', 'features/feed/post-screen.tsx'),
      route('unanswered', 'features/feed/unanswered-screen.tsx'),
      route('profile/:id?', 'features/members/profile-screen.tsx'),
      route('notifications', 'features/notifications/notifications-screen.tsx'),
      route('connections', 'features/connections/connections-screen.tsx'),
      route('welcome', 'features/welcome/welcome-screen.tsx'),
      layout('shell/settings-screen.tsx', [
        route('settings', 'shell/settings/privacy-settings.tsx', { id: 'settings' }),
        ...['privacy', 'notifications', 'display', 'muted', 'account', 'data', 'about'].map((group) =>
          route(`settings/${group}`, `shell/settings/${group}-settings.tsx`),
        ),
      ]),
      route('messages/:userId?', 'features/messages/messages-screen.tsx'),
      route('gratitude-wall', 'features/gratitude/wall-screen.tsx'),
      route('wellness-wins', 'features/wins/wins-screen.tsx'),
      route('leaderboard', 'features/points/leaderboard-screen.tsx'),
      route('points', 'features/points/points-screen.tsx'),
      route('meditations', 'features/meditations/meditations-screen.tsx'),
      route('meditations/:id', 'features/meditations/meditation-screen.tsx'),
      route('books', 'features/library/books-screen.tsx'),
      route('podcasts', 'features/library/podcasts-screen.tsx'),
      route('journal-prompts', 'features/journal/prompts-screen.tsx'),
      route('journal', 'features/journal/journal-screen.tsx'),
      route('journal/write', 'features/journal/write-screen.tsx'),
      route('events', 'features/events/events-screen.tsx'),
      route('admin', 'features/admin/admin-screen.tsx'),
      route('admin/health', 'features/admin/health-screen.tsx'),
      route('admin/status', 'features/admin/status-screen.tsx'),
      route('admin/mails', 'features/admin/stored-mails-screen.tsx'),
      route('admin/mails/preview', 'features/admin/mail-preview-screen.tsx'),
      route('admin/audit-log', 'features/admin/audit-log-screen.tsx'),
      route('moderation/:id?', 'features/moderation/moderation-screen.tsx'),
      route('reports', 'features/reports/reports-screen.tsx'),
      route('decisions', 'features/moderation/decisions-screen.tsx'),
      route('search', 'features/search/search-screen.tsx'),
    ]),
  ]),
  layout('shell/simple-frame.tsx', [
    layout('shell/screens.tsx', { id: 'screens-in-simple-frame' }, [
      route('waitlist-admin', 'features/waitlist/waitlist-admin-screen.tsx'),
      route('goodbye', 'features/settings/goodbye-screen.tsx'),
      route('suspended', 'shell/suspended-screen.tsx'),
      route('book-admin', 'features/book-notifications/book-admin-screen.tsx'),
    ]),
  ]),
  // Pages without React in the browser: see `PageHandle` in `lib/document.ts`.
  layout('shell/public-frame.tsx', [
    route('waitlist', 'features/waitlist/waitlist-screen.tsx'),
    route('dmtools', 'features/meditation-tools/tools-screen.tsx'),
    route('login', 'features/auth/login-screen.tsx'),
    route('sign-in-code', 'features/auth/sign-in-code-screen.tsx'),
    route('signup', 'features/auth/sign-up-screen.tsx'),
    route('forgot-password', 'features/auth/forgot-password-screen.tsx'),
    route('reset-password', 'features/auth/reset-password-screen.tsx'),
    route('confirm-email', 'features/auth/confirm-email-screen.tsx'),
    route('unsubscribe', 'features/auth/unsubscribe-screen.tsx'),
  ]),
  layout('shell/reading-frame.tsx', [
    route('self-help', 'features/self-help/self-help-screen.tsx'),
    route('self-help/:slug', 'features/self-help/article-screen.tsx'),
    ...['guidelines', 'privacy', 'accessibility', 'install'].map((slug) =>
      route(slug, 'features/about/about-screen.tsx', { id: slug }),
    ),
    route('supported-browsers', 'features/about/supported-browsers-screen.tsx'),
    route('not-connected.html', 'features/about/not-connected-screen.tsx'),
  ]),
  layout('shell/simple-frame.tsx', { id: 'simple-frame-without-scripts' }, [
    route('crisis', 'features/crisis/crisis-screen.tsx'),
    route('*', 'shell/not-found-screen.tsx'),
  ]),
] satisfies RouteConfig;
