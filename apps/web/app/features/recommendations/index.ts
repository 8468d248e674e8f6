export { recommendationLists } from './recommendations.api.ts';
export { WithRecommendations } from './with-recommendations.tsx';
