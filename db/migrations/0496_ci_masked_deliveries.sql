-- Deliveries of pipeline events no longer hold values of variables; those that are stored lose them. They go after 30 days
-- anyway: a body that cannot be read becomes an empty one.
CREATE FUNCTION mask_pipeline_variables(body text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF jsonb_typeof(body::jsonb #> '{object_attributes,variables}') IS DISTINCT FROM 'array' THEN
    RETURN body;
  END IF;
  RETURN jsonb_set(body::jsonb, '{object_attributes,variables}', coalesce((
    SELECT jsonb_agg(jsonb_build_object('key', each -> 'key', 'value', '[MASKED]'))
    FROM jsonb_array_elements(body::jsonb #> '{object_attributes,variables}') each), '[]'))::text;
EXCEPTION WHEN data_exception THEN
  RETURN '{}';
END $$;
UPDATE hook_deliveries SET request_body = mask_pipeline_variables(request_body)
  WHERE trigger = 'pipeline_events' AND request_body NOT LIKE '%"variables":[]%';
-- contract: nothing but this migration uses it.
DROP FUNCTION mask_pipeline_variables(text);
