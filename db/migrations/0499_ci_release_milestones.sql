-- Milestones that a release belongs to.
CREATE TABLE ci_release_milestones (
  release_id bigint NOT NULL REFERENCES ci_releases ON DELETE CASCADE,
  milestone_id bigint NOT NULL REFERENCES milestones ON DELETE CASCADE,
  PRIMARY KEY (release_id, milestone_id)
);
CREATE INDEX ci_release_milestones_milestone ON ci_release_milestones (milestone_id);
