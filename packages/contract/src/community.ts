export const communityPaths = {
  getCommunityStats: { method: 'GET', path: '/api/community/stats' },
} as const;
