-- The views that users share with a role, found for each list that opens; most users share none.
create index user_preference_shared on user_preference (uri) where body @? '$.views[*].sharedWith';
