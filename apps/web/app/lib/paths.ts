/** Every address of the interface, in one place: links name a screen, never spell its path. */
export const paths = {
  home: '/',
  post: (id: string) => `/posts/${id}`,
  profile: '/profile',
  member: (id: string) => `/profile/${id}`,
  messages: '/messages',
  conversation: (userId: string) => `/messages/${userId}`,
  meditations: '/meditations',
  journalPrompts: '/journal-prompts',
  books: '/books',
  podcasts: '/podcasts',
  events: '/events',
  gratitudeWall: '/gratitude-wall',
  wellnessWins: '/wellness-wins',
  leaderboard: '/leaderboard',
  points: '/points',
  connections: '/connections',
  connectionRequests: '/connections?tab=incoming',
  admin: '/admin',
  settings: '/settings',
  search: '/search',
  crisis: '/crisis',
  selfHelp: '/self-help',
  waitlist: '/waitlist',
  login: '/login',
  signUp: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  logout: '/api/logout',
} as const;

/** Pages of forms that the browser sends by itself; React renders them in the build and in the server only. */
export const accountPages = [paths.login, paths.signUp, paths.forgotPassword, paths.resetPassword] as const;
