-- Who may read the files of the job that made a report; null where another system uploaded it.
alter table commit_reports add column job_access text
  check (job_access in ('all', 'developer', 'maintainer', 'none'));

update commit_reports report set job_access = coalesce(job.options #>> '{artifacts,access}', 'all')
from ci_jobs job join ci_pipelines pipeline on pipeline.id = job.pipeline_id
where job.project_id = report.project_id and job.name = report.name and job.kind = 'build' and not job.is_retried
  and coalesce(pipeline.source_sha, pipeline.sha) = report.sha;
