export const authPaths = {
  signUp: { method: 'POST', path: '/api/auth/sign-up/email' },
  signIn: { method: 'POST', path: '/api/auth/sign-in/email' },
  requestPasswordReset: { method: 'POST', path: '/api/auth/request-password-reset' },
  resetPassword: { method: 'POST', path: '/api/auth/reset-password' },
  getCurrentUser: { method: 'GET', path: '/api/auth/user' },
  getSuspension: { method: 'GET', path: '/api/auth/suspension' },
  getSignInOptions: { method: 'GET', path: '/api/auth/options' },
  listSessions: { method: 'GET', path: '/api/auth/sessions' },
  endAllSessions: { method: 'DELETE', path: '/api/auth/sessions' },
} as const;
