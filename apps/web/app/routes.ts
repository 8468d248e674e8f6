import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

const placeholders = ['search'];

export default [
  layout('shell/frame.tsx', [
    index('shell/home-screen.tsx'),
    route('posts/:id', 'features/feed/post-screen.tsx'),
    route('unanswered', 'features/feed/unanswered-screen.tsx'),
    route('profile/:id?', 'features/members/profile-screen.tsx'),
    route('notifications', 'features/notifications/notifications-screen.tsx'),
    route('connections', 'features/connections/connections-screen.tsx'),
    route('welcome', 'features/welcome/welcome-screen.tsx'),
    route('settings', 'shell/settings-screen.tsx'),
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
    route('admin/audit-log', 'features/admin/audit-log-screen.tsx'),
    route('moderation/:id?', 'features/moderation/moderation-screen.tsx'),
    route('reports', 'features/reports/reports-screen.tsx'),
    route('decisions', 'features/moderation/decisions-screen.tsx'),
    ...placeholders.map((path) => route(path, 'shell/placeholder-screen.tsx', { id: `placeholder-${path}` })),
  ]),
  layout('shell/public-frame.tsx', [
    route('waitlist', 'features/waitlist/waitlist-route.tsx'),
    route('dmtools', 'features/meditation-tools/tools-route.tsx'),
  ]),
  layout('shell/simple-frame.tsx', [
    route('waitlist-admin', 'features/waitlist/waitlist-admin-screen.tsx'),
    route('goodbye', 'features/settings/goodbye-screen.tsx'),
    route('suspended', 'features/moderation/suspended-screen.tsx'),
    route('book-admin', 'features/book-notifications/book-admin-screen.tsx'),
    ...(process.env['NODE_ENV'] === 'production' ? [] : [route('ui', 'features/ui-gallery/ui-gallery-screen.tsx')]),
    route('*', 'shell/not-found-screen.tsx'),
  ]),
] satisfies RouteConfig;
