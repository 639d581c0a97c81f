-- Commits that were talked about, or that talk about other things, are known by their title, so that texts can link them.

ALTER TABLE discussed_commits ADD COLUMN title text;
