-- In pixels, for those that are pictures and tell it: what is uploaded from now on.
ALTER TABLE uploads
  ADD COLUMN width integer CHECK (width > 0),
  ADD COLUMN height integer CHECK (height > 0),
  ADD CHECK ((width IS NULL) = (height IS NULL));
