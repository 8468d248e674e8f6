export { AuthorSupport } from './author-support.tsx';
