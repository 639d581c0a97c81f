import './expire-members.ts';
