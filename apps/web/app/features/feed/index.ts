export { updateAuthor, hideAuthor, hideFromFeed, restoreAuthor, restoreToFeed } from './authors.cache.ts';
export { MemberPosts } from './member-posts.tsx';
export { feedQuery, memberPostsQuery } from './posts.api.ts';
