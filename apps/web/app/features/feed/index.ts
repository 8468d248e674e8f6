export { changeAuthor, hideAuthor, hideFromFeed, returnAuthor, returnToFeed } from './authors.cache.ts';
export { MemberPosts } from './member-posts.tsx';
export { feedQuery, memberPostsQuery } from './posts.api.ts';
