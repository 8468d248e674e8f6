export { recommendationLists } from './recommendations.api.ts';
export { Recommendations } from './recommendations.tsx';
