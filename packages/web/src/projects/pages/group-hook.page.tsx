export { HookView as default } from '../hooks/hook-view.tsx';
